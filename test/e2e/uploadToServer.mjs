// Checks the form for `rwa serve`: n8n uploads the file to the server and returns the assessed file.
import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { withPage } from './browser.mjs';
import { run, start, until } from './processes.mjs';
import { root } from './root.mjs';
import { readSampleWorkflows } from './samples.mjs';
import { readSheet, writeRows } from './sheet.mjs';

const hires = join(root, 'samples', 'hires-2026-q4.xlsx');

/** Builds and starts `rwa serve`. Resolves to the process, the URL and the secret of a new token. */
async function startServer(n8n, service) {
  await run('the build of rwa', 'npm', ['run', 'build:batch'], { cwd: root });
  const rwa = join(root, 'batch', 'bin', 'rwa.js');
  const options = ['--port', '0', '--json', '--data', join(n8n.folder, 'rwa-data')];
  const { baseUrl, tokens } = service;
  const env = { PATH: process.env.PATH, RWA_BASE_URL: baseUrl, RWA_TOKEN: tokens[0] };
  const server = start('rwa serve', process.execPath, [rwa, 'serve', ...options], { env });
  const { url, link } = await until('rwa serve', () => JSON.parse(server.stdout.split('\n')[0]));
  const post = async (path, body, cookie) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, cookie },
      body: JSON.stringify(body),
    });
    assert.ok(answer.ok, `${path} answers ${answer.status}`);
    return answer;
  };
  const linkAnswer = await post('/api/links', { code: new URL(link).hash.slice(1) }, '');
  const cookie = linkAnswer.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ');
  const token = { name: 'n8n', role: 'editor', days: 1 };
  const { secret } = await (await post('/api/tokens', token, cookie)).json();
  return { server, url, secret };
}

/**
 * Follows the note in the sample: enters the address of the server in the node *Server*, and
 * creates a credential with a token. Checks that the 24 hires are returned with their scores, that
 * the same file sends no row twice, and that a file whose columns must be matched first leads
 * to a page that explains this.
 */
export async function checkUploadToServer(n8n, service) {
  await service.reset();
  const { server, url, secret } = await startServer(n8n, service);
  try {
    const sample = (await readSampleWorkflows()).find(({ id }) => id === 'upload-to-server');
    const findNode = (name) => sample.nodes.find((candidate) => candidate.name === name);
    findNode('Server').parameters.assignments.assignments[0].value = url;
    const { httpHeaderAuth } = findNode('Upload').credentials;
    const data = { name: 'Authorization', value: `Bearer ${secret}` };
    await n8n.import('credentials', [{ ...httpHeaderAuth, type: 'httpHeaderAuth', data }]);
    await n8n.import('workflow', [{ ...sample, id: 'upload-to-this-server' }]);
    await n8n.activate('upload-to-this-server');
    const form = `${n8n.origin}/form/remote-work-server`;
    try {
      await until('the form', async () => (await fetch(form)).ok);
      await withPage((page) => checkForm(page, form, n8n, service));
    } finally {
      await n8n.rest('POST', 'workflows/upload-to-this-server/deactivate');
    }
  } finally {
    await server.stop();
  }
}

async function checkForm(page, form, n8n, service) {
  const submit = async (file) => {
    await page.goto(form);
    await page.setInputFiles('input[type=file]', file);
    await page.click('button[type=submit], #submit-btn');
  };
  const readScores = async (name) => {
    const downloading = page.waitForEvent('download', { timeout: 300_000 });
    await submit(hires);
    const download = await downloading;
    assert.equal(download.suggestedFilename(), 'hires-2026-q4.scored.xlsx');
    await download.saveAs(join(n8n.folder, name));
    await page.getByText('Scored: 24').waitFor();
    return (await readSheet(join(n8n.folder, name), 3)).map((row) => [
      row['Employee ID'],
      row['Assessment status'],
      row['Assessment ID'],
      row['Overall trip risk'],
    ]);
  };
  const first = await readScores('by-server.xlsx');
  assert.deepEqual(
    first.map(([, status]) => status),
    Array(24).fill('Scored'),
  );
  assert.deepEqual(await readScores('by-server-again.xlsx'), first);
  assert.equal((await service.readLedger()).assessments.length, 24);

  const unmatched = join(n8n.folder, 'names.xlsx');
  await writeRows(unmatched, [
    ['Pers.-Nr.', 'Name'],
    ['7', 'Zoë'],
  ]);
  await submit(unmatched);
  await page.getByText('This file has no scores yet').waitFor({ timeout: 180_000 });
  await page.getByText('Open the sheet in the page of the server').waitFor();
}
