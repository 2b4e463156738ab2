// A minimal client of the Model Context Protocol that can call tools.

/**
 * Connects to a server at a URL. `callTool` returns the text of the tool's answer, and whether the
 * tool failed.
 */
export async function connectMcp(url) {
  let session;
  let id = 0;
  const post = async (method, params, isNotification = false) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(session === undefined ? {} : { 'mcp-session-id': session }),
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        method,
        params,
        ...(isNotification ? {} : { id: ++id }),
      }),
    });
    session ??= response.headers.get('mcp-session-id') ?? undefined;
    const text = await response.text();
    if (!response.ok) throw new Error(`${method}: HTTP ${response.status} ${text}`);
    return isNotification ? undefined : readResult(text);
  };
  await post('initialize', {
    protocolVersion: '2025-03-26',
    capabilities: {},
    clientInfo: { name: 'e2e', version: '1' },
  });
  await post('notifications/initialized', {}, true);
  return {
    async callTool(name, args) {
      const { content, isError = false } = await post('tools/call', { name, arguments: args });
      return { text: content.map(({ text }) => text).join(''), isError };
    },
  };
}

// Reads an answer, which is JSON or one event of a stream.
function readResult(text) {
  const json = text.startsWith('{') ? text : /^data: (.*)$/m.exec(text)[1];
  const { result, error } = JSON.parse(json);
  if (error !== undefined) throw new Error(error.message);
  return result;
}
