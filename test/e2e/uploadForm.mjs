// Checks the upload form in Chromium. The form is for people who never open n8n.
import { strict as assert } from 'node:assert';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { python } from '../independent/programs.mjs';
import { withPage } from './browser.mjs';
import { run, until } from './processes.mjs';
import { pictures, root } from './root.mjs';
import { readSheet, createTrips, writeRows } from './sheet.mjs';
import { assertOnlyScoresDiffer } from './workbookComparison.mjs';

const formUrl = (n8n) => `${n8n.origin}/form/remote-work-scores`;
const hires = join(root, 'samples', 'hires-2026-q4.xlsx');

/** Activates the workflow of the form during some work in a browser. */
async function withUploadForm(n8n, work) {
  await n8n.activate('upload-form');
  try {
    await until('the upload form', async () => (await fetch(formUrl(n8n))).ok);
    await mkdir(pictures, { recursive: true });
    await withPage(async (page) => {
      const size = { width: 720, height: 440 };
      await page.setViewportSize(size);
      const takePicture = (name, height = size.height) =>
        page.screenshot({
          path: join(pictures, `${name}.png`),
          clip: { x: 0, y: 0, ...size, height },
        });
      const submit = async (file) => {
        await page.goto(formUrl(n8n));
        await page.setInputFiles('input[type=file]', file);
        await takePicture('form');
        await page.click('button[type=submit], #submit-btn');
      };
      await work({
        takePicture,
        /**
         * Uploads a workbook, saves the returned one, and returns its name and the text of the last
         * page.
         */
        async assess(file, result) {
          const download = page.waitForEvent('download', { timeout: 300_000 });
          await submit(file);
          const workbook = await download;
          await workbook.saveAs(result);
          await page.getByText('has started.').waitFor();
          const text = await page.locator('body').innerText();
          return { name: workbook.suggestedFilename(), text };
        },
        /** Uploads a file that is refused, and returns the text of the page. */
        async uploadRefused(file) {
          await submit(file);
          await page.getByText('This file was not assessed').waitFor({ timeout: 180_000 });
          return page.locator('body').innerText();
        },
      });
    });
  } finally {
    await n8n.rest('POST', 'workflows/upload-form/deactivate');
  }
}

async function readAssessedIds(service) {
  const { assessments } = await service.readLedger();
  return assessments.map(({ employeeId }) => employeeId).sort();
}

/**
 * Uploads the sample of 24 hires, which is returned with scores and otherwise unchanged. A second
 * upload of the original sends no row and returns the same scores. An upload of the returned file
 * sends no row either. A refused file leads to a page with the reason.
 */
export async function checkUploadForm(n8n, service) {
  await service.reset();
  const getPath = (name) => join(n8n.folder, name);
  let compared;
  await withUploadForm(n8n, async ({ assess, uploadRefused, takePicture }) => {
    const first = await assess(hires, getPath('hires.scored.xlsx'));
    await takePicture('form-scored', 180);
    assert.equal(first.name, 'hires-2026-q4.scored.xlsx');
    assert.match(first.text, /^24 people, \d+ of high risk$/m);
    assert.match(first.text, /^Every row has its scores\.$/m);
    const assessedIds = await readAssessedIds(service);
    assert.deepEqual(
      [assessedIds.length, new Set(assessedIds).size, assessedIds.includes('00042')],
      [24, 24, true],
    );

    const second = await assess(hires, getPath('hires-again.xlsx'));
    assert.match(second.text, /^Every row has its scores\.$/m);
    const readResults = async (name) =>
      (await readSheet(getPath(name), 3)).map((row) => [
        row['Employee ID'],
        row['Assessment ID'],
        row['Overall trip risk'],
      ]);
    assert.deepEqual(await readResults('hires-again.xlsx'), await readResults('hires.scored.xlsx'));
    const third = await assess(getPath('hires.scored.xlsx'), getPath('hires-third.xlsx'));
    assert.match(third.text, /^Every row has its scores\.$/m);
    assert.deepEqual(await readAssessedIds(service), assessedIds);

    const refusals = [
      [join(root, 'samples', 'hires-2026-q4.csv'), /is not an Excel workbook \(\.xlsx or \.xlsm\)/],
      [getPath('no-headings.xlsx'), /does not have all required headings|Missing: /],
    ];
    await writeRows(getPath('no-headings.xlsx'), [['Name'], ['Zoë']]);
    for (const [file, message] of refusals) assert.match(await uploadRefused(file), message);
    await takePicture('form-refused');

    // In the workbook, a number format adds the leading zeros.
    const ids = (await readSheet(hires, 3)).map((row) => `${row['Employee ID']}`.padStart(5, '0'));
    compared = await assertOnlyScoresDiffer(n8n.folder, service, {
      source: hires,
      result: getPath('hires.scored.xlsx'),
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
  const getPath = (name) => join(n8n.folder, name);
  const ids = ['M-01', 'M-02', '00703', 'M-04', 'M-05', 'M-06', 'M-07', 'M-08'];
  const [headings, ...rows] = createTrips(ids);
  await writeFile(getPath('people.json'), JSON.stringify({ headings, rows }));
  const script = join(import.meta.dirname, 'messyWorkbook.py');
  await run('messyWorkbook.py', python, [script, getPath('people.json'), getPath('messy.xlsx')]);
  await withUploadForm(n8n, async ({ assess, takePicture }) => {
    const { text } = await assess(getPath('messy.xlsx'), getPath('messy.scored.xlsx'));
    await takePicture('form-messy');
    assert.match(text, /^8 people, \d+ of high risk$/m, text);
  });
  assert.deepEqual(await readAssessedIds(service), ids.toSorted());
  return assertOnlyScoresDiffer(n8n.folder, service, {
    source: getPath('messy.xlsx'),
    result: getPath('messy.scored.xlsx'),
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
  const getPath = (name) => join(n8n.folder, name);
  await writeRows(getPath('lost.xlsx'), createTrips(ids));
  const readStatuses = async (file) =>
    (await readSheet(file)).map((row) => row['Assessment status']);
  await withUploadForm(n8n, async ({ assess }) => {
    for (const [from, to] of [
      ['lost.xlsx', 'lost.scored.xlsx'],
      ['lost.scored.xlsx', 'lost-again.xlsx'],
    ]) {
      const { text } = await assess(getPath(from), getPath(to));
      assert.match(text, /^3 people, \d+ of high risk, 1 row to look up$/m);
      assert.deepEqual(await readStatuses(getPath(to)), ['Scored', 'Unconfirmed', 'Scored']);
      assert.deepEqual(await readAssessedIds(service), ids);
    }
  });
}
