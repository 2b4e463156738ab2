import { describe, expect, test } from 'vitest';
import { hire, startTestSandbox, type SandboxUnderTest } from './sandboxUnderTest.js';

async function fetchPage(sandbox: SandboxUnderTest, path: string) {
  const response = await fetch(new URL(path, sandbox.sandbox.baseUrl));
  const text = await response.text();
  return { status: response.status, headers: response.headers, text: text.replace(/\s+/g, ' ') };
}

describe('the report page', () => {
  test('shows the scores of an assessment, and reports that they are made up', async () => {
    const sandbox = await startTestSandbox();
    const assessmentId = await sandbox.create(hire);
    const data = await sandbox.readResult(assessmentId);
    const { status, headers, text } = await fetchPage(sandbox, `/redirect/${assessmentId}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).toContain('These scores are made up.');
    for (const score of ['overallTrip', 'workingRights', 'payrollTax', 'contractorMisclass']) {
      expect(text).toContain(`<td class="score">${(data[score] as number).toFixed(1)}</td>`);
    }
  });

  test('reports that the results are not ready', async () => {
    const sandbox = await startTestSandbox({ readyAfterMs: 60_000 });
    const { text } = await fetchPage(sandbox, `/redirect/${await sandbox.create()}`);
    expect(text).toContain('still being calculated');
    expect(text).not.toContain('class="score"');
  });

  test('escapes inputs', async () => {
    const sandbox = await startTestSandbox();
    const employeeId = `<script>alert("1")</script>'&`;
    const { text } = await fetchPage(sandbox, `/redirect/${await sandbox.create({ employeeId })}`);
    expect(text).not.toContain('<script>');
    expect(text).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;');
  });
});

test.each(['/redirect/', '/redirect/1x2', '/activate/x', '/favicon.ico', '/_sandbox', '/api'])(
  '%s is not found',
  async (path) => {
    const sandbox = await startTestSandbox();
    expect((await fetchPage(sandbox, path)).status).toBe(404);
  },
);

test('the front page shows the base URL, a link to the ledger, and the magic employees', async () => {
  const sandbox = await startTestSandbox();
  const { status, text } = await fetchPage(sandbox, '/');
  expect(status).toBe(200);
  expect(text).toContain(sandbox.sandbox.baseUrl);
  expect(text).toContain('href="/_sandbox/ledger"');
  expect(text).toContain('SANDBOX-LOST-ANSWER');
});
