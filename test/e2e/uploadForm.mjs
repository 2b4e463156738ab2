// Checks the upload form, for people who never open n8n, in Chromium.
import { strict as assert } from 'node:assert';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { python } from '../independent/programs.mjs';
import { withPage } from './browser.mjs';
import { run, until } from './processes.mjs';
import { pictures, root } from './root.mjs';
import { readSheet, createTrips, writeRows } from './sheet.mjs';
import { assertOnlyScoresDiffer } from './workbookComparison.mjs';

const form = (n8n) => `${n8n.origin}/form/remote-work-scores`;
const hires = join(root, 'samples', 'hires-2026-q4.xlsx');

/** Opens the form in a browser. */
async function withForm(n8n, work) {
  await n8n.activate('upload-form');
  await until('the upload form', async () => (await fetch(form(n8n))).ok);
  await mkdir(pictures, { recursive: true });
  await withPage(async (page) => {
    const size = { width: 720, height: 440 };
    await page.setViewportSize(size);
    const picture = (name, height = size.height) =>
      page.screenshot({
        path: join(pictures, `${name}.png`),
        clip: { x: 0, y: 0, ...size, height },
      });
    const submit = async (file) => {
      await page.goto(form(n8n));
      await page.setInputFiles('input[type=file]', file);
      await picture('form');
      await page.click('button[type=submit], #submit-btn');
    };
    await work({
      picture,
      /** Uploads a workbook, saves the returned one, and returns the text of the last page. */
      async assess(file, result) {
        const download = page.waitForEvent('download', { timeout: 300_000 });
        await submit(file);
        const workbook = await download;
        await workbook.saveAs(result);
        await page.getByText('has started.').waitFor();
        const words = await page.locator('body').innerText();
        return { name: workbook.suggestedFilename(), words };
      },
      /** Uploads a file that is refused, and returns the text of the page. */
      async refused(file) {
        await submit(file);
        await page.getByText('This file was not assessed').waitFor({ timeout: 180_000 });
        return page.locator('body').innerText();
      },
    });
  });
  await n8n.rest('POST', 'workflows/upload-form/deactivate');
}

/** Returns the assessed employees, sorted. */
async function assessed(service) {
  const { assessments } = await service.ledger();
  return assessments.map(({ employeeId }) => employeeId).sort();
}

/**
 * Uploads the sample of 24 hires: it is returned with scores, and all else is unchanged. A second upload,
 * with or without scores, sends no row and returns the same scores. Unreadable files have a page too.
 */
export async function checkUploadForm(n8n, service) {
  await service.reset();
  const at = (name) => join(n8n.folder, name);
  let compared;
  await withForm(n8n, async ({ assess, refused, picture }) => {
    const first = await assess(hires, at('hires.scored.xlsx'));
    await picture('form-scored', 180);
    assert.equal(first.name, 'hires-2026-q4.scored.xlsx');
    assert.match(first.words, /^24 people, \d+ of high risk$/m);
    assert.match(first.words, /^Every row has its scores\.$/m);
    const people = await assessed(service);
    assert.deepEqual(
      [people.length, new Set(people).size, people.includes('00042')],
      [24, 24, true],
    );

    const second = await assess(hires, at('hires-again.xlsx'));
    assert.match(second.words, /^Every row has its scores\.$/m);
    const results = async (name) =>
      (await readSheet(at(name), 3)).map((row) => [
        row['Employee ID'],
        row['Assessment ID'],
        row['Overall trip risk'],
      ]);
    assert.deepEqual(await results('hires-again.xlsx'), await results('hires.scored.xlsx'));
    const third = await assess(at('hires.scored.xlsx'), at('hires-third.xlsx'));
    assert.match(third.words, /^Every row has its scores\.$/m);
    assert.deepEqual(await assessed(service), people);

    const refusals = [
      [join(root, 'samples', 'hires-2026-q4.csv'), /is not an Excel workbook \(\.xlsx or \.xlsm\)/],
      [at('no-headings.xlsx'), /does not have all required headings|Missing: /],
    ];
    await writeRows(at('no-headings.xlsx'), [['Name'], ['Zoë']]);
    for (const [file, words] of refusals) assert.match(await refused(file), words);
    await picture('form-refused');

    // The number format adds the leading zeros.
    const ids = (await readSheet(hires, 3)).map((row) => `${row['Employee ID']}`.padStart(5, '0'));
    compared = await assertOnlyScoresDiffer(n8n.folder, service, {
      source: hires,
      result: at('hires.scored.xlsx'),
      sheet: 'Q4 2026',
      headerRow: 3,
      ids,
    });
  });
  return compared;
}

/** Uploads a workbook with other content, which must not change. */
export async function checkMessyWorkbook(n8n, service) {
  await service.reset();
  const at = (name) => join(n8n.folder, name);
  const ids = ['M-01', 'M-02', '00703', 'M-04', 'M-05', 'M-06', 'M-07', 'M-08'];
  const [headings, ...rows] = createTrips(ids);
  await writeFile(at('people.json'), JSON.stringify({ headings, rows }));
  const script = join(import.meta.dirname, 'messyWorkbook.py');
  await run('messyWorkbook.py', python, [script, at('people.json'), at('messy.xlsx')]);
  await withForm(n8n, async ({ assess, picture }) => {
    const { words } = await assess(at('messy.xlsx'), at('messy.scored.xlsx'));
    await picture('form-messy');
    assert.match(words, /^8 people, \d+ of high risk$/m, words);
  });
  assert.deepEqual(await assessed(service), ids.toSorted());
  return assertOnlyScoresDiffer(n8n.folder, service, {
    source: at('messy.xlsx'),
    result: at('messy.scored.xlsx'),
    ids,
    sheet: 'People Q1',
    headerRow: 4,
  });
}

/**
 * Loses an answer after the assessment was created. Another upload of the returned workbook sends no row
 * twice, and the row stays Unconfirmed.
 */
export async function checkLostAnswer(n8n, service) {
  await service.reset();
  const ids = ['L-1', 'L-2', 'L-3'];
  await service.fault({
    operation: 'rwa_create',
    fault: 'status-500-after-commit',
    times: 1,
    match: { employeeId: 'L-2' },
  });
  const at = (name) => join(n8n.folder, name);
  await writeRows(at('lost.xlsx'), createTrips(ids));
  const statuses = async (file) => (await readSheet(file)).map((row) => row['Assessment status']);
  await withForm(n8n, async ({ assess }) => {
    for (const [from, to] of [
      ['lost.xlsx', 'lost.scored.xlsx'],
      ['lost.scored.xlsx', 'lost-again.xlsx'],
    ]) {
      const { words } = await assess(at(from), at(to));
      assert.match(words, /^3 people, \d+ of high risk, 1 row to look up$/m);
      assert.deepEqual(await statuses(at(to)), ['Scored', 'Unconfirmed', 'Scored']);
      assert.deepEqual(await assessed(service), ids);
    }
  });
}
