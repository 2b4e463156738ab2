// A fake model: a server on loopback with OpenAI's chat API that answers by a script.
import { createServer } from 'node:http';

/**
 * Starts a server for n8n's OpenAI Chat Model; `follow(script)` sets its script. For each request the
 * script gets the conversation so far: the `prompt`, the tool `calls` since then as `{tool, args,
 * result}` in order, and the available `tools` as `{name, description, parameters}`. It returns (or
 * resolves to) the next action: a string ends the conversation with this text, an array of `{tool, args}`
 * calls tools. If the script throws, the server answers HTTP 400, and `close` throws the first error.
 */
export async function startScriptedModel() {
  const errors = [];
  let script = () => 'There is no script.';
  const server = createServer(async (request, response) => {
    try {
      const body = JSON.parse(await toText(request));
      const reply = await script(readConversation(body));
      send(response, body, createMessage(reply));
    } catch (error) {
      errors.push(error);
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: String(error) } }));
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    credential: {
      id: 'scriptedModel',
      name: 'Scripted model',
      type: 'openAiApi',
      data: { apiKey: 'none', url: `http://127.0.0.1:${server.address().port}/v1` },
    },
    follow(newScript) {
      script = newScript;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (errors.length > 0) throw errors[0];
    },
  };
}

/** Returns a node for the model; a workflow must connect it as `ai_languageModel`. */
export const createScriptedModelNode = (name = 'Model') => ({
  id: name,
  name,
  type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
  typeVersion: 1.2,
  position: [0, 0],
  parameters: { model: { __rl: true, mode: 'id', value: 'scripted' }, options: { maxRetries: 0 } },
  credentials: { openAiApi: { id: 'scriptedModel', name: 'Scripted model' } },
});

// A memory may add earlier prompts, so only messages after the last prompt count.
function readConversation({ messages, tools = [] }) {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const laterMessages = messages.slice(last + 1);
  const results = new Map(
    laterMessages
      .filter(({ role }) => role === 'tool')
      .map(({ tool_call_id: id, content }) => [id, readText(content)]),
  );
  return {
    prompt: readText(messages[last]?.content ?? ''),
    calls: laterMessages
      .flatMap(({ tool_calls: calls = [] }) => calls)
      .map(({ id, function: { name, arguments: args } }) => ({
        tool: name,
        args: JSON.parse(args),
        result: results.get(id),
      })),
    tools: tools.map(({ function: tool }) => tool),
  };
}

const readText = (content) =>
  typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('');

let calls = 0;

function createMessage(reply) {
  if (typeof reply === 'string') return { role: 'assistant', content: reply };
  const toolCalls = reply.map(({ tool, args }) => ({
    id: `call_${++calls}`,
    type: 'function',
    function: { name: tool, arguments: JSON.stringify(args) },
  }));
  return { role: 'assistant', content: null, tool_calls: toolCalls };
}

function send(response, { model, stream }, message) {
  const finish_reason = message.tool_calls === undefined ? 'stop' : 'tool_calls';
  const common = { id: 'chat', created: 0, model };
  if (!stream) {
    response.writeHead(200, { 'content-type': 'application/json' });
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const choices = [{ index: 0, message, finish_reason }];
    response.end(JSON.stringify({ ...common, object: 'chat.completion', choices, usage }));
    return;
  }
  const tool_calls = message.tool_calls?.map((call, index) => ({ index, ...call }));
  const delta = { ...message, ...(tool_calls === undefined ? {} : { tool_calls }) };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const choice of [{ delta }, { delta: {}, finish_reason }]) {
    const choices = [{ index: 0, finish_reason: null, ...choice }];
    const chunk = { ...common, object: 'chat.completion.chunk', choices };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  }
  response.end('data: [DONE]\n\n');
}

async function toText(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}
