// Unfinished work stays visible: choices under Match that are not used yet, and rejected rows.
import { strict as assert } from 'node:assert';
import { createTrips, editCells, writeRows } from '../e2e/sheet.mjs';
import { start, upload } from './sheetScreens.mjs';

const ids = Array.from({ length: 15 }, (_, index) => `W-${index + 1}`);
/** The rows of the sheet that the service rejects. */
const rejected = Object.fromEntries(ids.slice(2).map((_, index) => [index + 4, 'Atlantis']));

/** A run stops after ten rejected rows, and then finishes what is in flight. */
const correct = /^Correct 1\d rows$/;

export async function tell(stage) {
  await stage.service('--ready-after', '0ms');
  const { link } = await stage.serve();
  const hr = await stage.person();
  await hr.join(link);
  await writeRows(stage.at('trips.xlsx'), createTrips(ids));
  await editCells(stage.at('trips.xlsx'), 'Destination country', rejected);
  await upload(hr, stage.at('trips.xlsx'));
  await keepsDraft(hr);
  const colleague = await stage.person(undefined, await hr.context.storageState());
  await colleague.page.goto(hr.page.url());
  await warnsOfOtherMatching(hr, colleague);
  await leadsToRejectedRows(hr);
}

/** Checks that choices under Match survive leaving and reloading, until they are dropped or used. */
async function keepsDraft(hr) {
  const { page } = hr;
  const manager = () => page.getByLabel('Manager ID', { exact: true });
  const isDraft = () => page.getByText('Your choices are a draft').waitFor();
  const before = await manager().inputValue();
  await setsManager(hr, 'M-100');
  await hr.follow('Sheets');
  await hr.title('Sheets');
  await hr.follow('trips.xlsx');
  await hr.follow(/^Match/);
  await isDraft();
  await hr.look('draft');
  await page.reload();
  await isDraft();
  assert.equal(await page.getByLabel('Manager ID of all rows').inputValue(), 'M-100');
  await hr.press('Drop the draft');
  await page.getByText('Your choices are a draft').waitFor({ state: 'detached' });
  assert.equal(await manager().inputValue(), before);
  await setsManager(hr, 'M-200');
  await hr.press('Check the rows');
  await hr.reads('No problems were found.');
  await hr.follow(/^Match/);
  await page.getByRole('heading', { name: 'Which column is what?' }).waitFor();
  assert.equal(await page.getByLabel('Manager ID of all rows').inputValue(), 'M-200');
  assert.equal(await page.getByText('Your choices are a draft').count(), 0);
}

/** Checks that a draft replaces the matching of somebody else only after a warning. */
async function warnsOfOtherMatching(hr, colleague) {
  await setsManager(hr, 'M-300');
  await setsManager(colleague, 'M-400');
  await colleague.press('Check the rows');
  await colleague.reads('No problems were found.');
  await hr.press('Check the rows');
  await hr.reads(/^Somebody has matched the columns since you began your draft/);
  await hr.look('matched-by-other');
  await hr.press('Check the rows');
  await hr.reads('No problems were found.');
}

/** Gives all rows one Manager ID, as a draft. */
async function setsManager({ page }, id) {
  const manager = page.getByLabel('Manager ID', { exact: true });
  await manager.selectOption('One value for all rows…');
  await page.getByLabel('Manager ID of all rows').fill(id);
  await page.getByText('Your choices are a draft').waitFor();
}

/** Checks that a run with rejected rows does not look finished, and leads to these rows. */
async function leadsToRejectedRows(hr) {
  const { page } = hr;
  await hr.follow(/^Plan the assessment/);
  await start(hr);
  await page.getByRole('link', { name: correct }).waitFor();
  await hr.look('rejected');
  assert.equal(await page.locator('.bar.is-failed').count(), 1);
  const assess = page
    .getByRole('navigation', { name: 'Steps' })
    .getByRole('link', { name: /^Assess/ });
  assert.doesNotMatch(await assess.textContent(), /done/);
  await hr.follow('Sheets');
  await hr.reads('The run has failed');
  await hr.look('list');
  await hr.follow('trips.xlsx');
  await hr.title(/^trips\.xlsx/);
  await hr.follow(correct);
  await page
    .getByRole('button', { name: /^Use for all/ })
    .first()
    .waitFor();
}
