// The credential's test, as the button in n8n's credential dialog runs it.
import { strict as assert } from 'node:assert';
import { createServer } from 'node:http';

const wrongPath = (baseUrl) => baseUrl.replace('/wf', '/elsewhere');

/** Good token, refused token, nothing there, a wrong path, and a page that is not the service. */
export async function checkCredential(n8n, service) {
  const { data, ...credential } = service.credential;
  const test = (change) =>
    n8n.rest('POST', 'credentials/test', {
      credentials: { ...credential, data: { ...data, ...change } },
    });
  const page = createServer((_request, response) => response.end('<h1>It works</h1>'));
  await new Promise((resolve) => page.listen(0, '127.0.0.1', resolve));
  try {
    assert.equal((await test({})).status, 'OK');
    const refused = await test({ token: 'wrong' });
    assert.equal(refused.status, 'Error');
    assert.match(refused.message, /refused the token \(Invalid Auth\)/);
    for (const baseUrl of [
      'http://127.0.0.1:9/version-test/api/1.1/wf',
      wrongPath(data.baseUrl),
      `http://127.0.0.1:${page.address().port}`,
    ]) {
      const result = await test({ baseUrl });
      assert.equal(result.status, 'Error', baseUrl);
      assert.doesNotMatch(result.message, /token/, baseUrl);
    }
  } finally {
    page.close();
  }
}

const names = [
  'rwaCreateAssessment',
  'rwaRetrieveAssessment',
  'rwaUpdateAssessment',
  'rwaCreatePendingUser',
  'rwaRemoveUserAccess',
];

/** All five nodes are registered under their own names, and as tools for agents. */
export async function checkNodeTypes(n8n) {
  const types = await n8n.types();
  for (const name of names) {
    for (const wanted of [name, `${name}Tool`]) {
      const type = types.find((each) => each.name === `n8n-nodes-remote-work-assessment.${wanted}`);
      assert.ok(type, `${wanted} is not registered`);
      assert.ok(type.iconUrl, `${wanted} has no icon`);
    }
  }
}
