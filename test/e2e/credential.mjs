// Checks the credential test, like the button in n8n's credential dialog.
import { strict as assert } from 'node:assert';
import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';

/**
 * Checks a valid token, and the message for each problem: refused token, wrong path, operation in the URL,
 * unknown host, no answer, plain http. The test sends no request over plain http.
 */
export async function checkCredential(n8n, service) {
  const { data, ...credential } = service.credential;
  const test = (change) =>
    n8n.rest('POST', 'credentials/test', {
      credentials: { ...credential, data: { ...data, ...change } },
    });
  const fails = async (change, message) => {
    const result = await test(change);
    assert.equal(result.status, 'Error', JSON.stringify(change));
    assert.match(result.message, message);
  };
  const page = await serve((_request, response) => response.end('<h1>It works</h1>'));
  const mute = await serve(() => undefined);
  const spied = [];
  const network = await serve((request, response) => {
    spied.push(request.headers.authorization);
    response.end('{}');
  }, '0.0.0.0');
  try {
    assert.equal((await test({})).status, 'OK');
    const copied = { baseUrl: ` ${data.baseUrl}/ `, token: ` ${data.token}\n` };
    assert.equal((await test(copied)).status, 'OK');
    await fails({ token: 'wrong' }, /refused the token \(Invalid Auth\)/);
    await fails({ token: ' ' }, /The token is empty/);
    const elsewhere = data.baseUrl.replace('/wf', '/elsewhere');
    await fails({ baseUrl: elsewhere }, /the assessment service was not found at this path: /);
    await fails(
      { baseUrl: page.url },
      /the assessment service was not found at this path: .*web page/,
    );
    await fails(
      { baseUrl: `${data.baseUrl}/rwa_create` },
      /^The base URL ends with the operation rwa_create\. Remove it: /,
    );
    await fails({ baseUrl: 'http://127.0.0.1:9/wf' }, /could not be reached: the connection was/);
    await fails({ baseUrl: 'https://nowhere.invalid/wf' }, /could not be reached: the /);
    await fails({ baseUrl: mute.url }, /did not answer: the request timed out/);
    const address = Object.values(networkInterfaces())
      .flat()
      .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
    if (address !== undefined) {
      const baseUrl = `http://${address}:${network.port}/wf`;
      await fails({ baseUrl }, /uses http, which would expose the company token to the network/);
      assert.deepEqual(spied, [], 'the token went over plain http');
    }
  } finally {
    for (const server of [page, mute, network]) server.close();
  }
}

function serve(answer, host = '127.0.0.1') {
  const server = createServer(answer);
  return new Promise((resolve) => {
    server.listen(0, host, () => {
      const { port } = server.address();
      const close = () => {
        server.closeAllConnections();
        server.close();
      };
      resolve({ port, url: `http://127.0.0.1:${port}`, close });
    });
  });
}

const names = [
  'rwaCreateAssessment',
  'rwaRetrieveAssessment',
  'rwaUpdateAssessment',
  'rwaCreatePendingUser',
  'rwaRemoveUserAccess',
];

/**
 * Checks that all nodes are registered. Those with single values are also registered as tools for agents,
 * and the node for workbooks is not.
 */
export async function checkNodeTypes(n8n) {
  const prefix = 'n8n-nodes-remote-work-assessment.';
  const types = (await n8n.types()).filter(({ name }) => name.startsWith(prefix));
  const wanted = [...names.flatMap((name) => [name, `${name}Tool`]), 'rwaAssessSheet'];
  assert.deepEqual(
    types.map(({ name }) => name).sort(),
    wanted.map((name) => prefix + name).sort(),
  );
  for (const { name, iconUrl } of types) assert.ok(iconUrl, `${name} has no icon`);
}
