// The sample on a desktop: two answers are lost, and a person resolves the rows.
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
  start,
  toPlan,
  toResults,
  upload,
} from './sheetScreens.mjs';

const lost = { exists: '00042', doesNot: '00107' };

export async function play(stage) {
  const sandbox = await stage.service('--latency', '400ms', '--ready-after', '400ms');
  const once = { operation: 'rwa_create', times: 1 };
  for (const [employeeId, fault] of [
    [lost.exists, 'reset-after-commit'],
    [lost.doesNot, 'status-500-before-commit'],
  ]) {
    await sandbox.control('POST', 'faults', { ...once, fault, match: { employeeId } });
  }
  const { link } = await stage.serve();
  const hr = await stage.person();
  await hr.join(link);
  await hr.reads('No sheets yet');
  await hr.look('empty');

  await upload(hr, sample);
  await hr.reads('The headings are in row 3.');
  await hr.look('match');
  await toPlan(hr);
  await hr.reads('24 rows are sent to be assessed.');
  await hr.look('plan');
  await start(hr);
  await checkProgress(hr);
  await toResults(hr);
  await hr.reads('2 unconfirmed');
  await hr.page.getByRole('link', { name: 'Assess 2 need review', exact: true }).waitFor();
  await hr.look('results');

  await settleRows(hr, stage);
  assert.equal((await stage.assessed()).length, 24);
  await filterRows(hr, stage);
  await dropSameRows(hr, stage);
  await checkDownloads(hr, stage);
  await hr.follow('Charts');
  await hr.reads('By destination');
  await hr.look('pictures');
}

async function checkProgress(hr) {
  const bar = hr.page.getByRole('progressbar', { name: 'Rows finished' });
  await hr.page.waitForFunction(() => {
    const done = Number(document.querySelector('.bar')?.getAttribute('aria-valuenow'));
    return done > 0 && done < 24 && document.querySelector('.finished .score') !== null;
  });
  assert.equal(await bar.getAttribute('aria-valuemax'), '24');
  await hr.look('watch');
}

async function settleRows(hr, stage) {
  const { page } = hr;
  await hr.press(/^Needs review 2/);
  await openRow(hr, lost.exists);
  await hr.look('to-settle');
  await hr.press('It exists…');
  const { assessments } = await stage.sandbox.control('GET', 'ledger');
  const made = assessments.find(({ employeeId }) => employeeId === lost.exists);
  await page.getByLabel('Assessment ID').fill(made.assessmentId);
  await hr.look('it-exists');
  await hr.press('Use this assessment');
  await hr.reads('Waiting for the score');
  await hr.reads('The Assessment ID was entered');
  assert.equal(await page.getByText('Was this assessment created?').count(), 0);
  await hr.look('id-entered');
  await hr.press('Close');
  await openRow(hr, lost.doesNot);
  await hr.press('It does not exist…');
  await hr.look('it-does-not');
  hr.expect(/422/);
  await hr.press('It does not exist: send it again');
  await hr.reads(/This request may still arrive at the service/);
  await hr.look('too-early');
  await stage.ageRequests();
  await hr.press('It does not exist: send it again');
  await hr.press(/^Not sent yet 1/);
  await hr.follow(/^Assess/);
  await hr.reads('1 row is sent to be assessed.');
  await hr.reads('1 row was sent before: only the results are fetched.');
  await hr.reads(/^At the speed of the latest runs, it takes /);
  await start(hr);
  await toResults(hr);
  await hr.reads('24 scored');
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
  await hr.look('narrowed');
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
  await narrowRows(hr, openFilters);
}

/** Narrows the rows by their purpose and a risk, and removes one filter after the other. */
async function narrowRows(hr, openFilters) {
  const { page } = hr;
  const shows = (rows) =>
    page.waitForFunction((rows) => {
      const isLoaded = document.querySelector('.results[aria-busy="false"]') !== null;
      return isLoaded && document.querySelectorAll('.results tbody tr').length === rows;
    }, rows);
  await openFilters();
  await page.getByRole('combobox', { name: 'Purpose' }).selectOption('Hire From Anywhere');
  await shows(12);
  await page.keyboard.press('Escape');
  await saveView(hr);
  await hr.press('Clear filters');
  await shows(24);
  await openView(hr);
  await shows(12);
  await openFilters();
  await page.getByRole('combobox', { name: 'Risk' }).selectOption('Payroll tax risk');
  await page.getByRole('combobox', { name: 'At least' }).selectOption('9');
  await shows(2);
  await hr.look('filters');
  await page.keyboard.press('Escape');
  await hr.press(/^All 2$/);
  await hr.look('filtered');
  await page.reload();
  await shows(2);
  await hr.press('Remove Payroll tax risk: at least 9');
  await shows(12);
  assert.equal(new URL(page.url()).search.includes('risk='), false);
  await hr.press('Clear filters');
  await shows(24);
  await page.getByRole('list', { name: 'Filters' }).waitFor({ state: 'detached' });
  hr.expect(/422/);
  const wrongLink = new URL(page.url());
  wrongLink.searchParams.set('status', 'Lost');
  await page.goto(wrongLink.href);
  await hr.press('Show all rows');
  await shows(24);
}

/** Saves the present filters and order under a name. */
async function saveView(hr) {
  const { page } = hr;
  await hr.press('Person');
  await page.getByText('Views', { exact: true }).click();
  await page.getByLabel('Name of this view').fill('Hires by person');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Hires by person', exact: true }).waitFor();
  await hr.look('views');
  await page.keyboard.press('Escape');
  await page.getByLabel('Order').selectOption('As in the sheet');
}

/** Shows the saved view in another browser of the same member, renames it, and deletes it. */
async function openView(hr) {
  const { page } = hr;
  // The server keeps the views, and the browser the columns.
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.getByText('Views', { exact: true }).click();
  await page.getByRole('button', { name: 'Hires by person', exact: true }).click();
  await page.locator('th[aria-sort="ascending"]').getByText('Person').waitFor();
  await page.getByText('View: Hires by person', { exact: true }).click();
  await hr.press('Rename the view Hires by person');
  await page.getByLabel('New name of Hires by person').fill('Hires');
  await hr.look('rename-view');
  await page.keyboard.press('Enter');
  await page.getByText('View: Hires', { exact: true }).waitFor();
  await hr.press('Delete the view Hires');
  await page.getByText('Views', { exact: true }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Hires', exact: true }).count(), 0);
  await page.keyboard.press('Escape');
}

/** Sorts by headings, and in the opposite order. */
async function sortRows(hr) {
  const { page } = hr;
  const firstIs = (name) =>
    page.waitForFunction(
      (name) => document.querySelector('.results tbody a')?.textContent.startsWith(name),
      name,
    );
  assert.equal(await isBusyAfterSorting(page, 'Person'), 'true', 'the old rows are marked as such');
  await firstIs('Aoife Brennan');
  await hr.press('Person');
  await firstIs('Zoë Ahlgren');
  await page.locator('th[aria-sort="descending"]').getByText('Person').waitFor();
  await hr.look('sorted');
  const scores = () =>
    page
      .locator('.results tbody tr td:nth-of-type(5)')
      .evaluateAll((cells) => cells.map(({ textContent }) => Number(textContent)));
  await hr.press('Payroll tax risk');
  await page.locator('th[aria-sort="descending"]').getByText('Payroll tax risk').waitFor();
  await page.waitForFunction(() => document.querySelector('.results[aria-busy="false"]'));
  const highestFirst = await scores();
  assert.deepEqual(
    highestFirst,
    highestFirst.toSorted((a, b) => b - a),
  );
  await orderAsInSheet(page);
}

/** Presses a heading, and returns whether the rows of the old order are marked as being replaced. */
function isBusyAfterSorting(page, words) {
  return page.getByRole('button', { name: words, exact: true }).evaluate(async (heading) => {
    heading.click();
    await new Promise((resolve) => setTimeout(resolve));
    return document.querySelector('.results').getAttribute('aria-busy');
  });
}

/** Orders the rows as the sheet does, and waits until they are shown: other rows are higher or lower. */
async function orderAsInSheet(page) {
  await page.getByLabel('Order').selectOption('As in the sheet');
  await page.waitForFunction((ids) => {
    const names = [...document.querySelectorAll('.results tbody a')];
    return ids.every((id, index) => names[index].textContent.endsWith(id));
  }, people.slice(0, 5).map(sheetId));
}

function sheetId(person) {
  return String(person['Employee ID']).padStart(5, '0');
}

/** Checks that the headings stay in view, and the people where the window is too narrow for all columns. */
async function checkStickyParts({ page }) {
  const [heading, person] = [
    page.getByRole('columnheader', { name: 'Person' }),
    'tbody tr:nth-child(20) th',
  ];
  const edges = async (target) => {
    const { x, y } = await target.boundingBox();
    return { x, y };
  };
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  assert.equal((await edges(heading)).y, 0, 'the headings stay at the top of the window');
  await page.setViewportSize({ width: 780, height: 700 });
  const box = page.locator('.results .scroll:not(.fits)');
  await box.evaluate((element) => element.scrollTo(0, 400));
  await (await heading.elementHandle()).waitForElementState('stable');
  const before = [await edges(heading), await edges(box.locator(person))];
  await box.evaluate((element) => element.scrollTo(200, 400));
  assert.ok(
    (await box.evaluate(({ scrollLeft }) => scrollLeft)) > 20,
    'the table scrolls sideways',
  );
  assert.deepEqual([await edges(heading), await edges(box.locator(person))], before);
  assert.equal((await edges(heading)).y, (await edges(box)).y);
  await page.setViewportSize(desktop);
  await page.evaluate(() => scrollTo(0, 0));
}

/** Hides columns, which stay hidden after a reload. On a phone, each row still has its decision. */
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
  await hr.look('columns');
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
  assert.equal(workbook, stage.at('hires-2026-q4.scored.xlsx'));
  const ids = people.map(sheetId);
  const service = {
    ledger: () => stage.sandbox.control('GET', 'ledger'),
    retrieve: stage.sandbox.retrieve,
  };
  const compared = { source: sample, result: workbook, sheet: 'Q4 2026', headerRow: 3, ids };
  if (python === undefined) reportSkippedCheck('openpyxl is not installed.');
  else await assertOnlyScoresDiffer(stage.folder, service, compared);
  const csv = await readFile(await hr.download('CSV', stage.folder), 'utf8');
  const [headings, ...rows] = csv.trim().split('\r\n');
  assert.match(headings, /Row,Employee ID,Name,Department,Purpose.*Overall/);
  assert.equal(rows.length, 24);
  const report = await readFile(await hr.download('Report', stage.folder), 'utf8');
  assert.ok(report.includes('1 of 24 scored rows is in the higher band'), 'the report');
  assert.ok(report.includes('Zoë Ahlgren, 00042'), 'the names in the report');
}

/** Drops the same people as CSV onto the list: no row is sent twice. */
async function dropSameRows(hr, stage) {
  await hr.follow('Sheets');
  await hr.title('Sheets');
  await drop(hr, sampleCsv);
  await toPlan(hr);
  await hr.reads('24 rows were assessed from another sheet before: only the results are fetched.');
  await hr.look('plan-of-the-same');
  await hr.press('Fetch the scores of 24 rows');
  await toResults(hr);
  await hr.reads('24 scored');
  assert.equal((await stage.assessed()).length, 24);
  await hr.follow('Sheets');
  await hr.title('Sheets');
  await hr.look('sheets');
  await hr.follow('hires-2026-q4.csv');
  await deleteSheet(hr, 'hires-2026-q4.csv');
  await hr.follow('hires-2026-q4.xlsx');
}
