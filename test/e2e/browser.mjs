// What people see: the upload form, and screenshots of the editor.
import { strict as assert } from 'node:assert';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { toolsRequire } from './lab.mjs';
import { until } from './processes.mjs';
import { root } from './root.mjs';
import { readSheet, writeRows, writeSampleSheet } from './sheet.mjs';

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
    // A busy machine takes its time.
    context.setDefaultTimeout(120_000);
    return await work(await context.newPage());
  } finally {
    await browser.close();
  }
}

/**
 * Uploads sheets in the form and checks the workbooks that come back: rows of each kind, the sample
 * sheet with its title rows, and two files in which there is nothing to score.
 */
export async function checkUploadForm(n8n, service) {
  await service.reset();
  await n8n.activate('upload-form');
  const url = `${n8n.origin}/form/remote-work-scores`;
  await until('the upload form', async () => (await fetch(url)).ok);
  await mkdir(pictures, { recursive: true });
  await withPage(async (page) => {
    const upload = async (file) => {
      await page.goto(url);
      await page.setInputFiles('input[type=file]', file);
      await page.screenshot({ path: join(pictures, 'form.png') });
    };
    const submit = () => page.click('button[type=submit], #submit-btn');
    const scored = async (file, to) => {
      await upload(file);
      const download = page.waitForEvent('download', { timeout: 300_000 });
      await submit();
      await (await download).saveAs(to);
      return readSheet(to);
    };
    const refused = async (file, message) => {
      await upload(file);
      await submit();
      await page.getByText('Nothing was scored').waitFor({ timeout: 180_000 });
      await page.getByText(message).waitFor();
    };

    const sheet = join(n8n.folder, 'upload.xlsx');
    await writeSampleSheet(sheet);
    const rows = await scored(sheet, join(n8n.folder, 'scored.xlsx'));
    await page.getByText('1 of 4 rows have no score').waitFor();
    await page.screenshot({ path: join(pictures, 'form-scored.png') });
    assert.deepEqual(
      rows.map((row) => [row['Employee ID'], typeof row['Overall trip risk'], Boolean(row.Error)]),
      [
        ['00042', 'number', false],
        ['H-7', 'number', false],
        ['SANDBOX-REJECTED', 'undefined', true],
        ['E-3', 'number', false],
      ],
    );
    assert.equal((await service.ledger()).commits.rwa_create, 3);

    await service.reset();
    const hires = await scored(
      join(root, 'samples', 'hires-2026-q4.xlsx'),
      join(n8n.folder, 'hires-scored.xlsx'),
    );
    await page.getByText('Your scores are ready').waitFor();
    assert.equal(hires.length, 24);
    for (const row of hires) {
      assert.equal(typeof row['Overall trip risk'], 'number', JSON.stringify(row));
      assert.ok(row['Start date'] instanceof Date && row['End date'] instanceof Date);
      assert.equal(row.Error, undefined);
    }
    assert.equal(hires[0]['Start date'].toISOString(), '2026-10-05T00:00:00.000Z');
    const { assessments } = await service.ledger();
    const ids = assessments.map(({ employeeId }) => employeeId);
    assert.deepEqual([ids.length, ids.includes('00042')], [24, true]);

    await refused(join(root, 'samples', 'hires-2026-q4.csv'), 'This file is no Excel workbook');
    const without = join(n8n.folder, 'without-headings.xlsx');
    await writeRows(without, [['Name'], ['Zoë']]);
    await refused(without, 'has a row with the headings');
    await page.screenshot({ path: join(pictures, 'form-nothing.png') });
    assert.equal((await service.ledger()).commits.rwa_create, 24);
  });
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
    for (const sample of ['upload-form', 'scheduled-reassessment']) {
      await openWorkflow(page, n8n, sample, 'Create Assessment');
      await picture(sample);
    }
    await page.goto(`${n8n.origin}/home/credentials/remoteWorkAssessment`);
    await page.getByText('Connection tested successfully').waitFor();
    await picture('credential');
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
