// A model without a model: speaks OpenAI's chat API on loopback and answers by a script.
import { createServer } from 'node:http';

/**
 * Starts a server for n8n's OpenAI Chat Model; `follow(script)` says what it does from then on. For
 * each request the script gets the conversation so far: the `prompt`, the tool `calls` since then as
 * `{tool, args, result}`, in their order, and the `tools` on offer as `{name, description,
 * parameters}`. It returns (or resolves to) what the model does next: a string ends the conversation
 * with these words, an array of `{tool, args}` calls tools. A script that throws makes the server
 * answer HTTP 400, and `close` throws its error.
 */
export async function startScriptedModel() {
  const errors = [];
  let script = () => 'There is no script.';
  const server = createServer(async (request, response) => {
    try {
      const body = JSON.parse(await textOf(request));
      const reply = await script(conversationOf(body));
      send(response, body, messageOf(reply));
    } catch (error) {
      errors.push(error);
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: String(error) } }));
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    /** For n8n: import it, and name it in the node. */
    credential: {
      id: 'scriptedModel',
      name: 'Scripted model',
      type: 'openAiApi',
      data: { apiKey: 'none', url: `http://127.0.0.1:${server.address().port}/v1` },
    },
    follow(next) {
      script = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (errors.length > 0) throw errors[0];
    },
  };
}

/** The node for a workflow; connect it as `ai_languageModel`. */
export const scriptedModelNode = (name = 'Model') => ({
  ...{ id: name, name, type: '@n8n/n8n-nodes-langchain.lmChatOpenAi', typeVersion: 1.2 },
  position: [0, 0],
  parameters: { model: { __rl: true, mode: 'id', value: 'scripted' }, options: { maxRetries: 0 } },
  credentials: { openAiApi: { id: 'scriptedModel', name: 'Scripted model' } },
});

// Memory may bring earlier prompts: only what follows the last one counts.
function conversationOf({ messages, tools = [] }) {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const since = messages.slice(last + 1);
  const results = new Map(
    since
      .filter(({ role }) => role === 'tool')
      .map(({ tool_call_id: id, content }) => [id, wordsOf(content)]),
  );
  return {
    prompt: wordsOf(messages[last]?.content ?? ''),
    calls: since
      .flatMap(({ tool_calls: calls = [] }) => calls)
      .map(({ id, function: { name, arguments: args } }) => ({
        tool: name,
        args: JSON.parse(args),
        result: results.get(id),
      })),
    tools: tools.map(({ function: offered }) => offered),
    messages,
  };
}

const wordsOf = (content) =>
  typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('');

let calls = 0;

function messageOf(reply) {
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

async function textOf(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}
