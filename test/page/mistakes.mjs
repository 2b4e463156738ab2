// Unfinished work remains visible: choices under Match that are not used yet, values that cannot be read, rejected rows,
// and a sheet that somebody else deletes.
import { strict as assert } from 'node:assert';
import { createTrips, editCells, writeRows } from '../e2e/sheet.mjs';
import { eventually } from './person.mjs';
import {
  assess,
  deleteSheet,
  openColumns,
  openFold,
  openRow,
  start,
  upload,
} from './sheetScreens.mjs';

/**
 * Ten rejections one after another stop the run, and either of the two good rows may be answered between them. Of 28
 * rejections, ten follow one another wherever these two answers fall.
 */
const ids = Array.from({ length: 30 }, (_, index) => `W-${index + 1}`);
/** The rows of the sheet that the service rejects. */
const rejected = Object.fromEntries(ids.slice(2).map((_, index) => [index + 4, 'Atlantis']));
/** The run finishes what is in flight before it stops, so the number of rejected rows varies. */
const correct = /^Correct \d\d rows$/;

export async function play(stage) {
  await stage.service('--ready-after', '0ms');
  const { link } = await stage.serve();
  const hr = await stage.person();
  await hr.join(link);
  await writeRows(stage.at('trips.xlsx'), createTrips(ids));
  await editCells(stage.at('trips.xlsx'), 'Destination country', rejected);
  await editCells(stage.at('trips.xlsx'), 'Role type', { 4: 'Coder' });
  await editCells(stage.at('trips.xlsx'), 'Past trips duration', { 2: 'long' });
  await editCells(stage.at('trips.xlsx'), 'End date', { 2: 'soon' });
  await upload(hr, stage.at('trips.xlsx'));
  await checkPreviews(hr);
  await checkDraft(hr);
  const colleague = await stage.person(undefined, await hr.context.storageState());
  await colleague.page.goto(hr.page.url());
  await checkWarning(hr, colleague);
  await checkRefusedValue(hr);
  await checkRejectedRows(hr);
  await checkDeletion(hr, colleague);
  await checkCorrectedId(hr, stage);
}

/** Checks that quick changes under Match are not previewed one by one. */
async function checkPreviews(hr) {
  const { page } = hr;
  const id = 'M-1000000000000000000';
  let previews = 0;
  const count = (request) => {
    if (request.url().endsWith('/match/preview')) previews += 1;
  };
  page.on('request', count);
  await openColumns(hr);
  await page.getByLabel('Manager ID', { exact: true }).selectOption('One value for all rows…');
  await typeAtOnce(page.getByLabel('Manager ID of all rows'), id);
  await page.getByText('Updating…').waitFor({ state: 'detached' });
  page.off('request', count);
  assert.ok(previews > 0 && previews < id.length / 2, `${previews} previews`);
  await hr.press('Drop the draft');
}

/** Types letter by letter, as fast as the page can take it: on a busy machine, keys would come with pauses. */
function typeAtOnce(field, text) {
  return field.evaluate((input, text) => {
    for (const letter of text) {
      input.setRangeText(letter, input.value.length, input.value.length, 'end');
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }, text);
}

/** Checks that choices under Match survive leaving and reloading, until they are dropped or used. */
async function checkDraft(hr) {
  const { page } = hr;
  const manager = () => page.getByLabel('Manager ID', { exact: true });
  const isDraft = () => page.getByText('Your choices are a draft').waitFor();
  const before = await manager().inputValue();
  await setManager(hr, 'M-100');
  await hr.follow('Sheets');
  await hr.title('Sheets');
  await hr.follow('trips.xlsx');
  await hr.follow(/^Match/);
  await isDraft();
  await hr.look('draft');
  await page.reload();
  await isDraft();
  await hr.reads(/One value for all rows: Manager ID \(M-100\)\./);
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

/** Checks that a draft replaces the matching of somebody else only after a warning. */
async function checkWarning(hr, colleague) {
  await setManager(hr, 'M-300');
  await setManager(colleague, 'M-400');
  await useDraft(colleague);
  await hr.press('Check the rows');
  await hr.reads(/^Somebody has matched the columns since you began your draft/);
  await hr.look('matched-by-other');
  await useDraft(hr);
}

/** Gives all rows one Manager ID, as a draft. */
async function setManager(person, id) {
  const { page } = person;
  await openColumns(person);
  const manager = page.getByLabel('Manager ID', { exact: true });
  await manager.selectOption('One value for all rows…');
  await page.getByLabel('Manager ID of all rows').fill(id);
  await page.getByText('Your choices are a draft').waitFor();
}

/** Uses the draft. */
async function useDraft(person) {
  await person.press('Check the rows');
  await person.reads(/^1 row has problems/);
}

/**
 * Checks that Enter corrects a value, and that one which cannot be read is refused and stays in its field.
 * Dates are picked. Both of two dates that contradict each other can be corrected.
 */
async function checkRefusedValue(hr) {
  const { page } = hr;
  const days = page.getByLabel('Past trips duration of W-1', { exact: true });
  hr.expect(/422/);
  await days.fill('banana');
  await days.press('Enter');
  await page.getByRole('alert').getByText('must be a whole number').waitFor();
  assert.equal(await days.inputValue(), 'banana');
  await hr.look('no-number');
  await days.fill('12');
  await days.press('Enter');
  await days.waitFor({ state: 'detached' });
  const date = page.getByLabel('End date of W-1', { exact: true });
  assert.equal(await date.getAttribute('type'), 'date');
  await date.fill('2020-01-02');
  await date.press('Enter');
  await hr.reads('End date is before start date.');
  // The event of the correction may arrive before the answer, which is announced.
  await eventually(async () => {
    const heard = await hr.heard();
    const made = heard.findLast((text) => text.startsWith('Corrected: '));
    assert.deepEqual(made?.split(/(?<=\.)(?=Corrected)/), [
      'Corrected: 12 in row 2.',
      'Corrected: 2020-01-02 in row 2.',
    ]);
  });
  // Either date may be the wrong one.
  await hr.press('Correct an input of W-1…');
  await page.getByLabel('Input', { exact: true }).selectOption('startDate');
  await hr.look('end-before-start');
  await page.getByLabel('Start date of W-1', { exact: true }).fill('2020-01-01');
  await hr.press('Correct Start date of W-1');
  await hr.reads('No problems were found.');
}

/** Checks that a run with rejected rows does not look finished, and leads to these rows. */
async function checkRejectedRows(hr) {
  const { page } = hr;
  await hr.follow(/^Plan the assessment/);
  await hr.reads(/^28 rows have values that the service is likely to reject\. They are sent as/);
  await hr.look('plan-warns');
  await start(hr);
  await page.getByRole('link', { name: correct }).waitFor();
  await hr.look('rejected');
  await page.emulateMedia({ forcedColors: 'active' });
  await hr.look('rejected-forced');
  await page.emulateMedia({ forcedColors: 'none' });
  await page.locator('.bar.run-failed').waitFor();
  const assess = page
    .getByRole('navigation', { name: 'Steps' })
    .getByRole('link', { name: /^Assess/ });
  assert.doesNotMatch(await assess.textContent(), /done/);
  await hr.follow('Sheets');
  await hr.reads('The run has failed');
  await hr.look('list');
  await hr.follow('trips.xlsx');
  await page.getByRole('link', { name: correct }).waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Recently finished' }).count(), 0);
  await hr.look('opened-after-end');
  await hr.follow(correct);
  // One card for all rejected rows; some rows may not have been sent, and have a warning.
  const rejected = page.getByRole('listitem').filter({ hasText: 'Incorrect Country' });
  await rejected.getByRole('button', { name: /^Use for all 28 rows/ }).waitFor();
  const roleType = page.getByRole('combobox', { name: 'Role type of W-3' });
  const named = await roleType.evaluate((input) =>
    Array.from(input.list.options, ({ value }) => value),
  );
  assert.ok(named.includes('Engineering'), named.join());
  await openFold(rejected, /^Show the \d\d rows/);
  await rejected.getByText('W-4').waitFor();
  await hr.look('rejected-rows');
}

/** Checks that the sheet on the screen is shown as deleted, not as out of reach. */
async function checkDeletion(hr, colleague) {
  await deleteSheet(colleague, 'trips.xlsx');
  await hr.title('This sheet has been deleted');
  await hr.look('deleted');
  hr.expect(/404/);
  await hr.page.reload();
  await hr.title('There is no such sheet');
  assert.equal(await hr.page.getByText('The connection to the server is lost').count(), 0);
}

/** Checks that a row that shows the assessment of another Employee ID can be given the right one. */
async function checkCorrectedId(hr, stage) {
  const { page } = hr;
  await hr.follow('Go to the sheets');
  await writeRows(stage.at('ids.xlsx'), createTrips(['I-1', 'I-2']));
  await assess(hr, stage.at('ids.xlsx'));
  const scored = await hr.download('Download the sheet with scores', stage.folder);
  await editCells(scored, 'Employee ID', { 3: 'I-9' });
  await hr.follow('Sheets');
  await hr.title('Sheets');
  await upload(hr, scored);
  await hr.press('Check the rows');
  await hr.reads(/belongs to another employee/);
  await hr.follow(/^Results/);
  await openRow(hr, 'I-9');
  assert.equal(await page.getByRole('form', { name: 'Decide' }).count(), 0);
  await openRow(hr, 'I-1');
  assert.equal(await page.getByRole('form', { name: 'Decide' }).count(), 1);
  await hr.follow(/^Check/);
  await hr.press('Correct an input of I-9…');
  const input = page.getByLabel('Input', { exact: true });
  // The list of role types is not published.
  await input.selectOption('roleType');
  await page.getByRole('textbox', { name: 'Role type of I-9' }).fill('Engineering');
  await input.selectOption('employeeId');
  await page.getByLabel('Employee ID of I-9', { exact: true }).fill('I-2');
  await hr.look('other-employee');
  await hr.press('Correct Employee ID of I-9');
  await hr.reads('No problems were found.');
  await hr.reads('2 scored');
}
