// HR assesses the sample on a desktop. Two rows get no usable answer, and HR settles them.
import { strict as assert } from 'node:assert';
import { readFile } from 'node:fs/promises';
import { people } from '../../samples/people.mjs';
import { desktop, phone } from './person.mjs';
import { python } from '../independent/programs.mjs';
import { reportSkippedCheck } from '../skips.ts';
import { assertOnlyScoresDiffer } from '../e2e/workbookComparison.mjs';
import {
  deleteSheet,
  drop,
  openRow,
  sample,
  sampleCsv,
  startRun,
  goToPlan,
  goToResults,
  upload,
} from './sheetScreens.mjs';

/** The Employee IDs of the rows without a usable answer. */
const unconfirmed = { created: '00042', notCreated: '00107' };

const slowEmployee = '01015';

export async function play(stage) {
  const sandbox = await stage.startService('--latency', '400ms', '--ready-after', '400ms');
  // One slow answer keeps the run unfinished while the page shows its progress.
  const once = { operation: 'rwa_create', times: 1 };
  for (const [employeeId, fault] of [
    [unconfirmed.created, 'reset-after-commit'],
    [unconfirmed.notCreated, 'status-500-before-commit'],
    [slowEmployee, 'slow'],
  ]) {
    await sandbox.control('POST', 'faults', { ...once, fault, match: { employeeId } });
  }
  const { link } = await stage.startServer();
  const hr = await stage.createPerson();
  await hr.join(link);
  await hr.waitForText('No sheets yet');
  await hr.checkLayout('empty');

  await upload(hr, sample);
  await hr.waitForText('The headings are in row 3.');
  await hr.checkLayout('match');
  await goToPlan(hr);
  await hr.waitForText('24 rows are sent to be assessed.');
  await hr.checkLayout('plan');
  await startRun(hr);
  await checkProgress(hr);
  await goToResults(hr);
  await hr.waitForText('2 unconfirmed');
  await hr.page.getByRole('link', { name: 'Assess 2 need review', exact: true }).waitFor();
  await hr.checkLayout('results');

  await settleRows(hr, stage);
  assert.equal((await stage.listAssessed()).length, 24);
  await filterRows(hr, stage);
  await uploadSameRows(hr, stage);
  await checkDownloads(hr, stage);
  await hr.follow('Charts');
  await hr.waitForText('By destination');
  await hr.checkLayout('pictures');
}

async function checkProgress(hr) {
  const bar = hr.page.getByRole('progressbar', { name: 'Rows finished' });
  await hr.page.waitForFunction(() => {
    const done = Number(document.querySelector('.bar')?.getAttribute('aria-valuenow'));
    return done > 0 && done < 24 && document.querySelector('.finished .score') !== null;
  });
  assert.equal(await bar.getAttribute('aria-valuemax'), '24');
  await hr.checkLayout('watch');
}

async function settleRows(hr, stage) {
  const { page } = hr;
  await hr.press(/^Needs review 2/);
  await openRow(hr, unconfirmed.created);
  await hr.checkLayout('to-settle');
  await hr.press('It exists…');
  const { assessments } = await stage.sandbox.control('GET', 'ledger');
  const created = assessments.find(({ employeeId }) => employeeId === unconfirmed.created);
  await page.getByLabel('Assessment ID').fill(created.assessmentId);
  await hr.checkLayout('it-exists');
  await hr.press('Use this assessment');
  await hr.waitForText('Waiting for the score');
  await hr.waitForText('The Assessment ID was entered');
  assert.equal(await page.getByText('Was this assessment created?').count(), 0);
  await hr.checkLayout('id-entered');
  await hr.press('Close');
  await openRow(hr, unconfirmed.notCreated);
  await hr.press('It does not exist…');
  await hr.checkLayout('it-does-not');
  hr.expect(/422/);
  await hr.press('It does not exist: send it again');
  await hr.waitForText(/This request may still arrive at the service/);
  await hr.checkLayout('too-early');
  await stage.ageRequests();
  await hr.press('It does not exist: send it again');
  await hr.press(/^Not sent yet 1/);
  await hr.follow(/^Assess/);
  await hr.waitForText('1 row is sent to be assessed.');
  await hr.waitForText('1 row was sent before: only the results are fetched.');
  await hr.waitForText(/^At the speed of the latest runs, this run takes /);
  await startRun(hr);
  await goToResults(hr);
  await hr.waitForText('24 scored');
}

async function filterRows(hr, stage) {
  const { page } = hr;
  await orderAsInSheet(page);
  await sortRows(hr);
  await checkStickyParts(hr);
  await hideColumns(hr);
  await page.getByRole('searchbox').fill('austria');
  await page.waitForFunction(() => document.querySelectorAll('.results tbody tr').length === 2);
  await page.getByRole('button', { name: /^All 2$/ }).waitFor();
  await page.getByRole('searchbox').fill('ravi');
  await page
    .getByRole('row', { name: /Ravi Menon 00256 Data, Work From Anywhere, India/ })
    .waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.results tbody tr').length === 1);
  await page.getByRole('searchbox').fill('nobody');
  await hr.press('Show all rows');
  await page.waitForFunction(() => document.querySelectorAll('.results tbody tr').length === 24);
  await hr.press(/^7 and higher/);
  await page.waitForFunction(() => document.querySelectorAll('.results tbody tr').length === 1);
  await hr.press(/^All/);
  const openFilters = () => page.getByText('Filter', { exact: true }).click();
  await openFilters();
  await page.getByRole('combobox', { name: 'Destination' }).selectOption('India');
  await hr.checkLayout('narrowed');
  await page.keyboard.press('Escape');
  await hr.press(/^All 2$/);
  await page.waitForFunction(() => document.querySelectorAll('.results tbody tr').length === 2);
  const csv = await readFile(await hr.download('CSV of these rows', stage.folder), 'utf8');
  assert.match(csv, /\r\n\d+,00256,Ravi Menon,Data,.*\r\n\d+,01008,Priya Nair,Data,/);
  assert.equal(csv.trim().split('\r\n').length, 3);
  await openFilters();
  await page.getByRole('combobox', { name: 'Decision' }).selectOption('Manager Approved');
  await page.keyboard.press('Escape');
  await hr.press('Show all rows');
  await page.waitForFunction(() => document.querySelectorAll('.results tbody tr').length === 24);
  await combineFilters(hr, openFilters);
}

async function combineFilters(hr, openFilters) {
  const { page } = hr;
  const waitForRows = (rows) =>
    page.waitForFunction((rows) => {
      const isLoaded = document.querySelector('.results[aria-busy="false"]') !== null;
      return isLoaded && document.querySelectorAll('.results tbody tr').length === rows;
    }, rows);
  await openFilters();
  await page.getByRole('combobox', { name: 'Purpose' }).selectOption('Hire From Anywhere');
  await waitForRows(12);
  await page.keyboard.press('Escape');
  await saveView(hr);
  await hr.press('Clear filters');
  await waitForRows(24);
  await openView(hr);
  await waitForRows(12);
  await openFilters();
  await page.getByRole('combobox', { name: 'Risk' }).selectOption('Payroll tax risk');
  await page.getByRole('combobox', { name: 'At least' }).selectOption('9');
  await waitForRows(2);
  await hr.checkLayout('filters');
  await page.keyboard.press('Escape');
  await hr.press(/^All 2$/);
  await hr.checkLayout('filtered');
  await page.reload();
  await waitForRows(2);
  await hr.press('Remove Payroll tax risk: at least 9');
  await waitForRows(12);
  assert.equal(new URL(page.url()).search.includes('risk='), false);
  await hr.press('Clear filters');
  await waitForRows(24);
  await page.getByRole('list', { name: 'Filters' }).waitFor({ state: 'detached' });
  hr.expect(/422/);
  const wrongLink = new URL(page.url());
  wrongLink.searchParams.set('status', 'Lost');
  await page.goto(wrongLink.href);
  await hr.press('Show all rows');
  await waitForRows(24);
}

async function saveView(hr) {
  const { page } = hr;
  await hr.press('Person');
  await page.getByText('Views', { exact: true }).click();
  await page.getByLabel('Name of this view').fill('Hires by person');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Hires by person', exact: true }).waitFor();
  await hr.checkLayout('views');
  await page.keyboard.press('Escape');
  await page.getByLabel('Order').selectOption('As in the sheet');
}

async function openView(hr) {
  const { page } = hr;
  // The server stores the views, so they must stay if the storage of the browser is cleared.
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.getByText('Views', { exact: true }).click();
  await page.getByRole('button', { name: 'Hires by person', exact: true }).click();
  await page.locator('th[aria-sort="ascending"]').getByText('Person').waitFor();
  await page.getByText('View: Hires by person', { exact: true }).click();
  await hr.press('Rename the view Hires by person');
  await page.getByLabel('New name of Hires by person').fill('Hires');
  await hr.checkLayout('rename-view');
  await page.keyboard.press('Enter');
  await page.getByText('View: Hires', { exact: true }).waitFor();
  await hr.press('Delete the view Hires');
  await page.getByText('Views', { exact: true }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Hires', exact: true }).count(), 0);
  await page.keyboard.press('Escape');
}

async function sortRows(hr) {
  const { page } = hr;
  const waitForFirstRow = (name) =>
    page.waitForFunction(
      (name) => document.querySelector('.results tbody a')?.textContent.startsWith(name),
      name,
    );
  assert.equal(await getBusyStateAfterSorting(page, 'Person'), 'true', 'the table is busy');
  await waitForFirstRow('Aoife Brennan');
  await hr.press('Person');
  await waitForFirstRow('Zoë Ahlgren');
  await page.locator('th[aria-sort="descending"]').getByText('Person').waitFor();
  await hr.checkLayout('sorted');
  const readPayrollScores = () =>
    page
      .locator('.results tbody tr td:nth-of-type(5)')
      .evaluateAll((cells) => cells.map(({ textContent }) => Number(textContent)));
  await hr.press('Payroll tax risk');
  await page.locator('th[aria-sort="descending"]').getByText('Payroll tax risk').waitFor();
  await page.waitForFunction(() => document.querySelector('.results[aria-busy="false"]'));
  const payrollScores = await readPayrollScores();
  assert.deepEqual(
    payrollScores,
    payrollScores.toSorted((a, b) => b - a),
  );
  await orderAsInSheet(page);
}

/** Presses a heading, and returns `aria-busy` of the table while it still shows the rows in the old order. */
function getBusyStateAfterSorting(page, name) {
  return page.getByRole('button', { name, exact: true }).evaluate(async (heading) => {
    heading.click();
    await new Promise((resolve) => setTimeout(resolve));
    return document.querySelector('.results').getAttribute('aria-busy');
  });
}

/**
 * Orders the rows as in the sheet, and waits for the first five rows. {@link checkStickyParts} compares positions, and
 * in another order the rows have other heights.
 */
async function orderAsInSheet(page) {
  await page.getByLabel('Order').selectOption('As in the sheet');
  await page.waitForFunction((ids) => {
    const names = [...document.querySelectorAll('.results tbody a')];
    return ids.every((id, index) => names[index]?.textContent.endsWith(id));
  }, people.slice(0, 5).map(formatId));
}

function formatId(person) {
  return String(person['Employee ID']).padStart(5, '0');
}

/** Checks that the headings stay in view, and the names too if the window is too narrow for all columns. */
async function checkStickyParts({ page }) {
  const heading = page.getByRole('columnheader', { name: 'Person' });
  const personSelector = 'tbody tr:nth-child(20) th';
  const findCorner = async (target) => {
    const { x, y } = await target.boundingBox();
    return { x, y };
  };
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  assert.equal((await findCorner(heading)).y, 0, 'the headings stay at the top of the window');
  await page.setViewportSize({ width: 780, height: 700 });
  const box = page.locator('.results .scroll:not(.fits)');
  await box.evaluate((element) => element.scrollTo(0, 400));
  await (await heading.elementHandle()).waitForElementState('stable');
  const before = [await findCorner(heading), await findCorner(box.locator(personSelector))];
  await box.evaluate((element) => element.scrollTo(200, 400));
  assert.ok(
    (await box.evaluate(({ scrollLeft }) => scrollLeft)) > 20,
    'the table scrolls sideways',
  );
  assert.deepEqual(
    [await findCorner(heading), await findCorner(box.locator(personSelector))],
    before,
  );
  assert.equal((await findCorner(heading)).y, (await findCorner(box)).y);
  await page.setViewportSize(desktop);
  await page.evaluate(() => scrollTo(0, 0));
}

/** Checks that hidden columns stay hidden after a reload, and that a row still shows its decision on a phone. */
async function hideColumns(hr) {
  const { page } = hr;
  const heading = page.getByRole('columnheader', { name: 'Payroll tax risk' });
  const menu = page.getByText('Columns', { exact: true });
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Payroll tax risk').uncheck();
  await page.getByLabel('Decision', { exact: true }).uncheck();
  await heading.waitFor({ state: 'detached' });
  assert.equal(await page.locator('.results td.decision').first().isVisible(), false);
  await hr.checkLayout('columns');
  await page.keyboard.press('Escape');
  assert.ok(await menu.evaluate((element) => element === document.activeElement));
  await page.reload();
  // The names of the risks may arrive after the rows.
  await page.getByRole('columnheader', { name: 'Working rights risk' }).waitFor();
  assert.equal(await heading.count(), 0);
  await page.setViewportSize(phone);
  await page.getByRole('row', { name: /Zoë Ahlgren .* none yet$/ }).waitFor();
  await page.setViewportSize(desktop);
  await menu.click();
  await hr.press('Show all columns');
  await heading.waitFor();
  await page.getByRole('searchbox').click();
  await page.getByLabel('Change', { exact: true }).waitFor({ state: 'detached' });
}

async function checkDownloads(hr, stage) {
  const workbook = await hr.download('Download the sheet with scores', stage.folder);
  assert.equal(workbook, stage.getPath('hires-2026-q4.scored.xlsx'));
  const ids = people.map(formatId);
  const service = {
    readLedger: () => stage.sandbox.control('GET', 'ledger'),
    retrieve: stage.sandbox.retrieve,
  };
  const comparison = { source: sample, result: workbook, sheet: 'Q4 2026', headerRow: 3, ids };
  if (python === undefined) reportSkippedCheck('openpyxl is not installed.');
  else await assertOnlyScoresDiffer(stage.folder, service, comparison);
  const csv = await readFile(await hr.download('CSV', stage.folder), 'utf8');
  const [headings, ...rows] = csv.trim().split('\r\n');
  assert.match(headings, /Row,Employee ID,Name,Department,Purpose.*Overall/);
  assert.equal(rows.length, 24);
  const report = await readFile(await hr.download('Report', stage.folder), 'utf8');
  assert.ok(
    report.includes('1 of 24 scored rows is in the higher band'),
    'the report has the number of rows in the higher band',
  );
  assert.ok(report.includes('Zoë Ahlgren, 00042'), 'the report has names');
}

/** Drops a CSV file with the same people onto the list, and checks that no row is sent twice. */
async function uploadSameRows(hr, stage) {
  await hr.follow('Sheets');
  await hr.waitForTitle('Sheets');
  await drop(hr, sampleCsv);
  await goToPlan(hr);
  await hr.waitForText(
    '24 rows were assessed from another sheet before: only the results are fetched.',
  );
  await hr.checkLayout('plan-of-the-same');
  await hr.press('Fetch the scores of 24 rows');
  await goToResults(hr);
  await hr.waitForText('24 scored');
  assert.equal((await stage.listAssessed()).length, 24);
  await hr.follow('Sheets');
  await hr.waitForTitle('Sheets');
  await hr.checkLayout('sheets');
  await hr.follow('hires-2026-q4.csv');
  await deleteSheet(hr, 'hires-2026-q4.csv');
  await hr.follow('hires-2026-q4.xlsx');
}
