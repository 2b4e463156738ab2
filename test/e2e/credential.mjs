// Checks the credential test, like the button in n8n's credential dialog, and the registered node types.
import { strict as assert } from 'node:assert';
import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';

export async function checkCredential(n8n, service) {
  const { data, ...credential } = service.credential;
  const testCredential = (change) =>
    n8n.rest('POST', 'credentials/test', {
      credentials: { ...credential, data: { ...data, ...change } },
    });
  const expectFailure = async (change, message) => {
    const result = await testCredential(change);
    assert.equal(result.status, 'Error', JSON.stringify(change));
    assert.match(result.message, message);
  };
  const pageServer = await startServer((_request, response) => response.end('<h1>It works</h1>'));
  const silentServer = await startServer(() => undefined);
  const receivedTokens = [];
  const networkServer = await startServer((request, response) => {
    receivedTokens.push(request.headers.authorization);
    response.end('{}');
  }, '0.0.0.0');
  try {
    assert.equal((await testCredential({})).status, 'OK');
    const withSpaces = { baseUrl: ` ${data.baseUrl}/ `, token: ` ${data.token}\n` };
    assert.equal((await testCredential(withSpaces)).status, 'OK');
    await expectFailure({ token: 'wrong' }, /refused the token \(Invalid Auth\)/);
    await expectFailure({ token: ' ' }, /The token is empty/);
    const elsewhere = data.baseUrl.replace('/wf', '/elsewhere');
    await expectFailure(
      { baseUrl: elsewhere },
      /the assessment service was not found at this path: /,
    );
    await expectFailure(
      { baseUrl: pageServer.url },
      /the assessment service was not found at this path: .*web page/,
    );
    await expectFailure(
      { baseUrl: `${data.baseUrl}/rwa_create` },
      /^The base URL ends with the operation rwa_create\. Remove it: /,
    );
    // No server listens on port 9.
    await expectFailure(
      { baseUrl: 'http://127.0.0.1:9/wf' },
      /could not be reached: the connection was/,
    );
    await expectFailure({ baseUrl: 'https://nowhere.invalid/wf' }, /could not be reached: the /);
    await expectFailure({ baseUrl: silentServer.url }, /did not answer: the request timed out/);
    const address = Object.values(networkInterfaces())
      .flat()
      .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
    if (address !== undefined) {
      const baseUrl = `http://${address}:${networkServer.port}/wf`;
      await expectFailure(
        { baseUrl },
        /uses http, which would expose the company token to the network/,
      );
      assert.deepEqual(receivedTokens, [], 'the token went over plain http');
    }
  } finally {
    for (const server of [pageServer, silentServer, networkServer]) server.close();
  }
}

function startServer(answer, host = '127.0.0.1') {
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

const toolNodeNames = [
  'rwaCreateAssessment',
  'rwaRetrieveAssessment',
  'rwaUpdateAssessment',
  'rwaCreatePendingUser',
  'rwaRemoveUserAccess',
];

export async function checkNodeTypes(n8n) {
  const prefix = 'n8n-nodes-remote-work-assessment.';
  const types = (await n8n.types()).filter(({ name }) => name.startsWith(prefix));
  const expected = [...toolNodeNames.flatMap((name) => [name, `${name}Tool`]), 'rwaAssessSheet'];
  assert.deepEqual(
    types.map(({ name }) => name).sort(),
    expected.map((name) => prefix + name).sort(),
  );
  for (const { name, iconUrl } of types) assert.ok(iconUrl, `${name} has no icon`);
}
