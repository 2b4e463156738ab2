// What people see: the upload form, and screenshots of the editor.
import { strict as assert } from 'node:assert';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { toolsRequire } from './lab.mjs';
import { until } from './processes.mjs';
import { root } from './root.mjs';
import { readSheet, writeSampleSheet } from './sheet.mjs';

const candidates = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The browser's binary, if there is one. */
export const chromium = candidates.find((file) => file !== undefined && existsSync(file));

/** Where the screenshots go. */
export const pictures = join(root, 'out', 'e2e');

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Opens a browser for some work and closes it after. */
async function withPage(work) {
  const browser = await toolsRequire('playwright-core').chromium.launch({
    executablePath: chromium,
    args: flags,
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    return await work(await context.newPage());
  } finally {
    await browser.close();
  }
}

/** Uploads a sheet in the form and checks the scores in the workbook that comes back. */
export async function checkUploadForm(n8n, service) {
  await service.reset();
  await n8n.activate('upload-form');
  const url = `${n8n.origin}/form/remote-work-scores`;
  await until('the upload form', async () => (await fetch(url)).ok);
  const sheet = join(n8n.folder, 'upload.xlsx');
  const scored = join(n8n.folder, 'scored.xlsx');
  await writeSampleSheet(sheet);
  await mkdir(pictures, { recursive: true });
  await withPage(async (page) => {
    await page.goto(url);
    await page.setInputFiles('input[type=file]', sheet);
    await page.screenshot({ path: join(pictures, 'form.png') });
    const download = page.waitForEvent('download', { timeout: 60_000 });
    await page.click('button[type=submit], #submit-btn');
    await (await download).saveAs(scored);
  });
  const rows = await readSheet(scored);
  assert.deepEqual(
    rows.map((row) => [row['Employee ID'], row['Overall trip risk'] !== '' && !row.error]),
    [
      ['00042', true],
      ['H-7', true],
      ['SANDBOX-REJECTED', false],
      ['E-3', true],
    ],
  );
  assert.equal((await service.ledger()).commits.rwa_create, 3);
}

/** Takes pictures of the canvas, of a node's panel and of the node search. */
export async function takeScreenshots(n8n) {
  await withPage(async (page) => {
    const picture = (name) => page.screenshot({ path: join(pictures, `${name}.png`) });
    await page.goto(`${n8n.origin}/signin`);
    await page.fill('input[name=emailOrLdapLoginId]', n8n.owner.email);
    await page.fill('input[name=password]', n8n.owner.password);
    await page.click('[data-test-id=form-submit-button], button[type=submit]');
    await page.waitForURL((url) => !url.pathname.includes('signin'));
    await openWorkflow(page, n8n, 'staff-list', 'Create Pending User');
    await picture('canvas');
    const node = await openWorkflow(page, n8n, 'long-wait', 'Create Assessment');
    await node.dblclick();
    await page.locator('[data-test-id=ndv], [data-test-id="node-parameters"]').first().waitFor();
    await page.waitForTimeout(1_000);
    await picture('panel');
    await page.keyboard.press('Escape');
    await page.waitForTimeout(500);
    await page.keyboard.press('n');
    await page.fill('[data-test-id=node-creator-search-bar]', 'remote work');
    await page.waitForTimeout(1_000);
    await picture('search');
    const found = await page.locator('[data-test-id=item-iterator-item]').allInnerTexts();
    assert.ok(
      found.filter((text) => text.includes('Remote Work: ')).length >= 5,
      `the search finds ${found.join(', ')}`,
    );
  });
}

/** Opens a workflow in the editor and returns one of its nodes. */
async function openWorkflow(page, n8n, id, name) {
  await page.goto(`${n8n.origin}/workflow/${id}`);
  const node = page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
  await node.waitFor();
  // The canvas fits itself to the workflow.
  await page.waitForTimeout(1_500);
  return node;
}
