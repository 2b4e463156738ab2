// Actions that several stories perform on the screens of a sheet.
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { root } from '../e2e/root.mjs';

/** The sample: 24 people below a title. */
export const sample = join(root, 'samples/hires-2026-q4.xlsx');

/** The same people as CSV with semicolons. */
export const sampleCsv = join(root, 'samples/hires-2026-q4.csv');

/** Uploads a file with the button, and waits until the server has read it. */
export async function upload({ page }, file) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose files' }).click(),
  ]);
  await chooser.setFiles(file);
  await page.getByRole('heading', { name: 'What does each column contain?' }).waitFor();
}

/** Drops a file onto the list of sheets, and waits until the server has read it. */
export async function drop({ page }, file) {
  const content = (await readFile(file)).toString('base64');
  const transfer = await page.evaluateHandle(
    ({ content, name }) => {
      const bytes = Uint8Array.from(atob(content), (byte) => byte.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], name));
      return data;
    },
    { content, name: basename(file) },
  );
  for (const type of ['dragover', 'drop']) {
    await page.dispatchEvent('.drop', type, { dataTransfer: transfer });
  }
  await page.getByRole('heading', { name: 'What does each column contain?' }).waitFor();
}

/** Opens the list of the matched columns under Match, if it is closed. */
export async function openColumns({ page }) {
  const button = page.getByRole('button', { name: / the matched columns$/ });
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
}

/** Opens the `details` with this title inside an element. */
export async function openFold(element, title) {
  await element.locator('summary').filter({ hasText: title }).click();
}

/** Goes from the matched columns to the plan. */
export async function goToPlan(person) {
  await person.press('Check the rows');
  await person.follow(/^Plan the assessment/);
  await person.page.getByRole('heading', { name: 'What will happen' }).waitFor();
}

/** Starts the planned run, and waits until the page shows its progress. */
export async function startRun(person) {
  await person.press(/^Assess \d+ rows?$/);
  // Wait for the bar and not for a finished row: a short run may end before the page shows its rows.
  await person.page.getByRole('progressbar', { name: 'Rows finished' }).waitFor();
}

/**
 * Delays each answer to a create request by three seconds, so that a run still has rows to send after a person has
 * taken many steps, even on a slow machine. The delay ends when the test deletes the faults of the sandbox.
 */
export async function slowDownRuns({ sandbox }) {
  await sandbox.control('POST', 'faults', { operation: 'rwa_create', fault: 'slow' });
}

/** Uploads and assesses a file whose columns are all matched at once, and opens its results. */
export async function assess(person, file) {
  await upload(person, file);
  await goToPlan(person);
  await startRun(person);
  await goToResults(person);
}

/** Waits for the end of a run, and opens its results. */
export async function goToResults(person) {
  await person.page.getByRole('heading', { name: 'Finished', exact: true }).waitFor();
  await person.follow('See the results');
  await person.page.getByRole('region', { name: 'Rows' }).waitFor();
}

/** Opens the details of the row with this Employee ID in the results. */
export async function openRow({ page }, employeeId) {
  await page.getByRole('link', { name: createIdPattern(employeeId) }).click();
  await page
    .getByRole('complementary', { name: createIdPattern(employeeId) })
    .getByText('Status')
    .waitFor();
}

/** Returns the checkbox that selects the row with this Employee ID in the results. */
export function findCheckbox({ page }, employeeId) {
  return page.getByRole('checkbox', { name: createIdPattern(employeeId) });
}

/** Creates a pattern for an Employee ID with or without a name before it. */
export function createIdPattern(employeeId) {
  return new RegExp(`(^|[ ,])${employeeId}$`);
}

export async function openProfile(person) {
  await person.page.locator('.who summary').click();
  await person.follow('Profile');
  await person.waitForTitle('Profile');
}

/** Deletes the open sheet, which has this name, and waits for the list without it. */
export async function deleteSheet(person, name) {
  await person.press('Delete…');
  await person.waitForText(`Delete ${name}?`);
  await person.checkLayout('delete');
  await person.press('Delete the sheet');
  await person.waitForTitle('Sheets');
  await person.page.getByRole('link', { name }).waitFor({ state: 'detached' });
}
