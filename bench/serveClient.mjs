import { setTimeout as sleep } from 'node:timers/promises';
import { startRwa } from '../test/chaos/processes.mjs';
import { createHires } from './serveSheets.mjs';

/** `stop` sends SIGTERM, as systemd does. */
export async function startServe(folder, args = ['--sandbox'], env = {}) {
  const baseArgs = ['serve', '--port', '0', '--json', '--data', folder];
  const { child, ended } = startRwa([...baseArgs, ...args], env);
  const line = await new Promise((resolve, reject) => {
    child.stdout.once('data', resolve);
    ended.then(({ err }) => reject(new Error(`rwa serve did not start: ${err}`)));
  });
  const { url, link } = JSON.parse(line);
  return {
    url,
    link,
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

export async function signIn({ url, link }) {
  const headers = { cookie: '' };
  const createAsk = (origin) => async (method, path, body) => {
    const isFile = typeof body === 'object' && (body instanceof Uint8Array || 'getReader' in body);
    const response = await fetch(origin + path, {
      method,
      headers: {
        ...headers,
        origin,
        ...(body === undefined || isFile ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body), duplex: 'half' }),
    });
    const [cookie] = response.headers.getSetCookie();
    if (cookie !== undefined) headers.cookie = cookie.split(';')[0];
    if (response.ok) return response;
    throw new Error(`${method} ${path}: HTTP ${response.status} ${await response.text()}`);
  };
  const createClient = (origin) => {
    const ask = createAsk(origin);
    const json = async (method, path, body) => {
      const text = await (await ask(method, path, body)).text();
      return text === '' ? undefined : JSON.parse(text);
    };
    return { ask, json };
  };
  const client = createClient(url);
  await client.json('POST', '/api/links', { code: new URL(link).hash.slice(1) });
  // `at` returns the functions for another server of the same installation.
  return { ...client, at: createClient };
}

/** Retries while `ask` returns undefined or false; throws after `milliseconds`. */
export async function until(what, ask, milliseconds = 120_000) {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}`);
    await sleep(100);
  }
}

/** Waits until the sheet is read. Returns its path in the API. */
export async function uploadSheet({ json }, name, count) {
  const { sheet } = await json(
    'PUT',
    `/api/sheets?name=${encodeURIComponent(name)}.csv`,
    Buffer.from(createHires(count, { id: name })),
  );
  const path = `/api/sheets/${sheet.id}`;
  const isRead = async () => (await json('GET', path)).stage === 'check';
  await until('the reading', isRead, 600_000);
  return path;
}

export function fetchPlan({ json }, path) {
  return json('GET', `${path}/plan?operation=assess`);
}

export async function startRun(client, path) {
  const { token } = await fetchPlan(client, path);
  await client.json('POST', `${path}/runs`, { operation: 'assess', token });
}
