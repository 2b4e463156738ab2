// HR makes mistakes and sees how to correct them: choices under Match that are not used yet, values that cannot be
// read, rejected rows, a wrong Employee ID. A colleague deletes the sheet meanwhile.
import { strict as assert } from 'node:assert';
import { writeFile } from 'node:fs/promises';
import { createHires } from '../../bench/serveSheets.mjs';
import { createTrips, editCells, writeRows } from '../e2e/sheet.mjs';
import { eventually } from './person.mjs';
import {
  assess,
  deleteSheet,
  openColumns,
  openFold,
  openRow,
  startRun,
  upload,
} from './sheetScreens.mjs';

/**
 * Ten consecutive rejections stop the run. The service rejects 28 of these 30 rows. At least ten rejections are
 * consecutive, wherever the answers for the two valid rows are among them.
 */
const ids = Array.from({ length: 30 }, (_, index) => `W-${index + 1}`);
/** A country that the service rejects, by row number. */
const rejectedCountries = Object.fromEntries(
  ids.slice(2).map((_, index) => [index + 4, 'Atlantis']),
);
/** The link to the rejected rows. Their number varies: a run finishes the requests in flight before it stops. */
const correctLink = /^Correct \d\d rows$/;

export async function play(stage) {
  await stage.startService('--ready-after', '0ms');
  const { link } = await stage.startServer();
  const hr = await stage.createPerson();
  await hr.join(link);
  await writeRows(stage.getPath('trips.xlsx'), createTrips(ids));
  await editCells(stage.getPath('trips.xlsx'), 'Destination country', rejectedCountries);
  await editCells(stage.getPath('trips.xlsx'), 'Role type', { 4: 'Coder' });
  await editCells(stage.getPath('trips.xlsx'), 'Past trips duration', { 2: 'long' });
  await editCells(stage.getPath('trips.xlsx'), 'End date', { 2: 'soon' });
  await upload(hr, stage.getPath('trips.xlsx'));
  await checkPreviews(hr);
  await checkDraft(hr);
  const colleague = await stage.createPerson(undefined, await hr.context.storageState());
  await colleague.page.goto(hr.page.url());
  await checkWarning(hr, colleague);
  await checkRefusedValue(hr);
  await checkRejectedRows(hr);
  await checkDeletion(hr, colleague);
  await checkCorrectedId(hr, stage);
  await checkGuesses(hr, colleague, stage);
  await checkUnconfirmedRow(hr, stage);
  await checkLargeSheet(hr, stage);
}

/** Checks that quick changes under Match do not each cause a request for a preview. */
async function checkPreviews(hr) {
  const { page } = hr;
  const longId = 'M-1000000000000000000';
  let previews = 0;
  const countPreview = (request) => {
    if (request.url().endsWith('/match/preview')) previews += 1;
  };
  page.on('request', countPreview);
  await openColumns(hr);
  await page.getByLabel('Manager ID', { exact: true }).selectOption('One value for all rows…');
  await typeAtOnce(page.getByLabel('Manager ID of all rows'), longId);
  await page.getByText('Updating…').waitFor({ state: 'detached' });
  page.off('request', countPreview);
  assert.ok(previews > 0 && previews < longId.length / 2, `${previews} previews`);
  await hr.press('Drop the draft');
}

/** Types letter by letter without pauses. The keyboard of Playwright would pause between letters on a busy machine. */
function typeAtOnce(field, text) {
  return field.evaluate((input, text) => {
    for (const letter of text) {
      input.setRangeText(letter, input.value.length, input.value.length, 'end');
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }, text);
}

/** Checks that choices under Match stay when HR leaves or reloads the page, until they are dropped or used. */
async function checkDraft(hr) {
  const { page } = hr;
  const manager = () => page.getByLabel('Manager ID', { exact: true });
  const waitForDraft = () => page.getByText('Your choices are a draft').waitFor();
  const before = await manager().inputValue();
  await setManager(hr, 'M-100');
  await hr.follow('Sheets');
  await hr.waitForTitle('Sheets');
  await hr.follow('trips.xlsx');
  await hr.follow(/^Match/);
  await waitForDraft();
  await hr.checkLayout('draft');
  await page.reload();
  await waitForDraft();
  await hr.waitForText(/One value for all rows: Manager ID \(M-100\)\./);
  await openColumns(hr);
  assert.equal(await page.getByLabel('Manager ID of all rows').inputValue(), 'M-100');
  await hr.press('Drop the draft');
  await page.getByText('Your choices are a draft').waitFor({ state: 'detached' });
  assert.equal(await manager().inputValue(), before);
  await setManager(hr, 'M-200');
  await useDraft(hr);
  await hr.follow(/^Match/);
  await openColumns(hr);
  assert.equal(await page.getByLabel('Manager ID of all rows').inputValue(), 'M-200');
  assert.equal(await page.getByText('Your choices are a draft').count(), 0);
}

/** Checks that a draft replaces the newer matching of a colleague only after a warning. */
async function checkWarning(hr, colleague) {
  await setManager(hr, 'M-300');
  await setManager(colleague, 'M-400');
  await useDraft(colleague);
  await hr.press('Check the rows');
  await hr.waitForText(/^Somebody has matched the columns since you began your draft/);
  await hr.checkLayout('matched-by-other');
  await useDraft(hr);
}

/** Begins a draft that gives all rows one Manager ID. */
async function setManager(person, id) {
  const { page } = person;
  await openColumns(person);
  const manager = page.getByLabel('Manager ID', { exact: true });
  await manager.selectOption('One value for all rows…');
  await page.getByLabel('Manager ID of all rows').fill(id);
  await page.getByText('Your choices are a draft').waitFor();
}

/** Replaces the matching with the draft. */
async function useDraft(person) {
  await person.press('Check the rows');
  await person.waitForText(/^1 row has problems/);
}

/**
 * Checks that Enter corrects a value, and that a value which cannot be read is refused and stays in its field. Also
 * checks that a date has a date picker, and that both dates can be corrected if the end is before the start.
 */
async function checkRefusedValue(hr) {
  const { page } = hr;
  const days = page.getByLabel('Past trips duration of W-1', { exact: true });
  hr.expect(/422/);
  await days.fill('banana');
  await days.press('Enter');
  await page.getByRole('alert').getByText('must be a whole number').waitFor();
  assert.equal(await days.inputValue(), 'banana');
  await hr.checkLayout('no-number');
  await days.fill('12');
  await days.press('Enter');
  await days.waitFor({ state: 'detached' });
  const date = page.getByLabel('End date of W-1', { exact: true });
  assert.equal(await date.getAttribute('type'), 'date');
  await date.fill('2020-01-02');
  await date.press('Enter');
  await hr.waitForText('End date is before start date.');
  // A server-sent event may show the text above before the page announces the correction.
  await eventually(async () => {
    const announcements = await hr.getAnnouncements();
    const corrections = announcements.findLast((text) => text.startsWith('Corrected: '));
    assert.deepEqual(corrections?.split(/(?<=\.)(?=Corrected)/), [
      'Corrected: 12 in row 2.',
      'Corrected: 2020-01-02 in row 2.',
    ]);
  });
  // Either date may be the wrong one.
  await hr.press('Correct an input of W-1…');
  await page.getByLabel('Input', { exact: true }).selectOption('startDate');
  await hr.checkLayout('end-before-start');
  await page.getByLabel('Start date of W-1', { exact: true }).fill('2020-01-01');
  await hr.press('Correct Start date of W-1');
  await hr.waitForText('No problems were found.');
}

/** Checks that a run with rejected rows does not look finished, and links to these rows. */
async function checkRejectedRows(hr) {
  const { page } = hr;
  await hr.follow(/^Plan the assessment/);
  await hr.waitForText(
    /^28 rows have values that the service is likely to reject\. They are sent as/,
  );
  await hr.checkLayout('plan-warns');
  await startRun(hr);
  await page.getByRole('link', { name: correctLink }).waitFor();
  await hr.checkLayout('rejected');
  await page.emulateMedia({ forcedColors: 'active' });
  await hr.checkLayout('rejected-forced');
  await page.emulateMedia({ forcedColors: 'none' });
  await page.locator('.bar.run-failed').waitFor();
  const assess = page
    .getByRole('navigation', { name: 'Steps' })
    .getByRole('link', { name: /^Assess/ });
  assert.doesNotMatch(await assess.textContent(), /done/);
  await hr.follow('Sheets');
  await hr.waitForText('The run has failed');
  await hr.checkLayout('list');
  await hr.follow('trips.xlsx');
  await page.getByRole('link', { name: correctLink }).waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Recently finished' }).count(), 0);
  await hr.checkLayout('opened-after-end');
  await hr.follow(correctLink);
  // All rows whose country was rejected are in one problem. Its button also covers the rows that were not sent, which
  // have a warning about the same value.
  const rejected = page.getByRole('listitem').filter({ hasText: 'Incorrect Country' });
  await rejected.getByRole('button', { name: /^Use for all 28 rows/ }).waitFor();
  const roleType = page.getByRole('combobox', { name: 'Role type of W-3' });
  const suggestedRoles = await roleType.evaluate((input) =>
    Array.from(input.list.options, ({ value }) => value),
  );
  assert.ok(suggestedRoles.includes('Engineering'), suggestedRoles.join());
  // The rejection of W-3 is about its role type, so W-4 is the first of these rows.
  await openFold(rejected, /^Show the \d+ rows/);
  await rejected.getByText('W-4').waitFor();
  await hr.checkLayout('rejected-rows');
}

/** Checks that the page shows that a colleague has deleted the open sheet, and reports no lost connection. */
async function checkDeletion(hr, colleague) {
  await deleteSheet(colleague, 'trips.xlsx');
  await hr.waitForTitle('This sheet has been deleted');
  await hr.checkLayout('deleted');
  hr.expect(/404/);
  await hr.page.reload();
  await hr.waitForTitle('There is no such sheet');
  assert.equal(await hr.page.getByText('The connection to the server is lost').count(), 0);
}

/** Checks that HR can correct the Employee ID of a row whose assessment belongs to another employee. */
async function checkCorrectedId(hr, stage) {
  const { page } = hr;
  await hr.follow('Go to the sheets');
  await writeRows(stage.getPath('ids.xlsx'), createTrips(['I-1', 'I-2']));
  await assess(hr, stage.getPath('ids.xlsx'));
  const scored = await hr.download('Download the sheet with scores', stage.folder);
  await editCells(scored, 'Employee ID', { 3: 'I-9' });
  await hr.follow('Sheets');
  await hr.waitForTitle('Sheets');
  await upload(hr, scored);
  await hr.press('Check the rows');
  await hr.waitForText(/belongs to another employee/);
  await hr.follow(/^Results/);
  await openRow(hr, 'I-9');
  assert.equal(await page.getByRole('form', { name: 'Decide' }).count(), 0);
  await openRow(hr, 'I-1');
  assert.equal(await page.getByRole('form', { name: 'Decide' }).count(), 1);
  await hr.follow(/^Check/);
  await hr.press('Correct an input of I-9…');
  const input = page.getByLabel('Input', { exact: true });
  // The service does not publish its role types, so any text can be typed.
  await input.selectOption('roleType');
  await page.getByRole('textbox', { name: 'Role type of I-9' }).fill('Engineering');
  await input.selectOption('employeeId');
  await page.getByLabel('Employee ID of I-9', { exact: true }).fill('I-2');
  await hr.checkLayout('other-employee');
  await hr.press('Correct Employee ID of I-9');
  await hr.waitForText('No problems were found.');
  await hr.waitForText('2 scored');
}

/** Checks that guessed columns do not replace the newer matching of a colleague. */
async function checkGuesses(hr, colleague, stage) {
  const file = stage.getPath('guesses.xlsx');
  await writeRows(file, renameHeading(createTrips(['G-1']), 'Destination country', 'Zielland'));
  await hr.follow('Sheets');
  await hr.waitForTitle('Sheets');
  await upload(hr, file);
  await hr.waitForText('Guessed from “Zielland”; please check.');
  await colleague.page.goto(hr.page.url());
  await setManager(colleague, 'M-500');
  await colleague.press('Check the rows');
  await colleague.waitForText('No problems were found.');
  await hr.press('Check the rows');
  await hr.waitForText(/^Somebody has matched the columns/);
  await hr.press('Drop the draft');
  await hr.waitForText(/One value for all rows: Manager ID \(M-500\)\./);
}

function renameHeading([headings, ...rows], heading, name) {
  return [headings.map((each) => (each === heading ? name : each)), ...rows];
}

/** Checks that, before any run, the page asks about a row that was sent elsewhere with an unknown outcome. */
async function checkUnconfirmedRow(hr, stage) {
  const [headings, trip] = createTrips(['U-1']);
  const rows = [
    [...headings, 'Assessment status'],
    [...trip, 'Unconfirmed'],
  ];
  await writeRows(stage.getPath('unanswered.xlsx'), rows);
  await hr.follow('Sheets');
  await hr.waitForTitle('Sheets');
  await upload(hr, stage.getPath('unanswered.xlsx'));
  const unanswered = /^1 row was sent, and nobody knows whether its assessment exists\./;
  await hr.waitForText(unanswered);
  await hr.press('Check the rows');
  await hr.waitForText('No problems were found.');
  await hr.waitForText(unanswered);
  await hr.checkLayout('unanswered-under-check');
  await hr.follow(/^Assess/);
  await hr.waitForText(/It is not sent again until somebody answers this under/);
  await hr.checkLayout('unanswered-plan');
  await hr.follow(/^Check/);
  await hr.follow('Results');
  await openRow(hr, 'U-1');
  await hr.waitForText(/^According to the file, the row was sent/);
  await hr.checkLayout('unanswered-row');
}

/** Checks that a correction of a large sheet is shown while its rows are still being read again. */
async function checkLargeSheet(hr, stage) {
  const { page } = hr;
  const citizenship = 'Ruritania';
  await writeFile(stage.getPath('large.csv'), createHires(20_000, { citizenship }));
  await page.goto(new URL('/', page.url()).href);
  await upload(hr, stage.getPath('large.csv'));
  await hr.follow(/^Check/);
  await page.getByLabel(`Instead of Citizenship “${citizenship}”`).fill('France');
  await hr.press(/^Use for all 20,000 rows/);
  await hr.waitForText('Corrected: France. The rows are being checked again.');
  await hr.checkLayout('correction-of-large-sheet');
  await hr.waitForText('Every row can be assessed as it is.');
}
