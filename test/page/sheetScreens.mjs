// Steps on the screens of a sheet that several stories share.
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { root } from '../e2e/root.mjs';

/** The sample: 24 people below a title. */
export const sample = join(root, 'samples/hires-2026-q4.xlsx');

/** The same people as CSV with semicolons. */
export const sampleCsv = join(root, 'samples/hires-2026-q4.csv');

/** Uploads a file with the button, and waits until it is read. */
export async function upload({ page }, file) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose files' }).click(),
  ]);
  await chooser.setFiles(file);
  await page.getByRole('heading', { name: 'Which column is what?' }).waitFor();
}

/** Drops a file onto the list of sheets, and waits until it is read. */
export async function drop({ page }, file) {
  const content = (await readFile(file)).toString('base64');
  const transfer = await page.evaluateHandle(
    ({ content, name }) => {
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], name));
      return data;
    },
    { content, name: basename(file) },
  );
  for (const type of ['dragover', 'drop']) {
    await page.dispatchEvent('.drop', type, { dataTransfer: transfer });
  }
  await page.getByRole('heading', { name: 'Which column is what?' }).waitFor();
}

/** Opens the list of the columns that are matched, under Match. */
export async function openColumns({ page }) {
  const button = page.getByRole('button', { name: / the matched columns$/ });
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
}

/** Opens a part that is closed at first, under a locator. */
export async function openFold(inside, title) {
  await inside.locator('summary').filter({ hasText: title }).click();
}

/** Continues from the matched columns to the plan. */
export async function toPlan(person) {
  await person.press('Check the rows');
  await person.follow(/^Plan the assessment/);
  await person.page.getByRole('heading', { name: 'What will happen' }).waitFor();
}

/** Starts the planned run. */
export async function start(person) {
  await person.press(/^Assess \d+ rows?$/);
  // A short run may have ended before the page follows its rows.
  await person.page.getByRole('progressbar', { name: 'Rows finished' }).waitFor();
}

/** Assesses a file that needs no help, and opens its results. */
export async function assess(person, file) {
  await upload(person, file);
  await toPlan(person);
  await start(person);
  await toResults(person);
}

/** Waits for the end of a run, and opens its results. */
export async function toResults(person) {
  await person.page.getByRole('heading', { name: 'Finished', exact: true }).waitFor();
  await person.follow('See the results');
  await person.page.getByRole('region', { name: 'Rows' }).waitFor();
}

/** Opens the row of an Employee ID in the results. */
export async function openRow({ page }, employeeId) {
  await page.getByRole('link', { name: endingWith(employeeId) }).click();
  await page
    .getByRole('complementary', { name: endingWith(employeeId) })
    .getByText('Status')
    .waitFor();
}

/** Returns the box that selects the row of an Employee ID in the results. */
export function findBox({ page }, employeeId) {
  return page.getByRole('checkbox', { name: endingWith(employeeId) });
}

/** Matches an Employee ID with or without a name before it. */
export function endingWith(employeeId) {
  return new RegExp(`(^|[ ,])${employeeId}$`);
}

/** Opens the member's own profile from the menu. */
export async function openProfile(person) {
  await person.page.locator('.who summary').click();
  await person.follow('Profile');
  await person.title('Profile');
}

/** Deletes the open sheet, and returns to the list. */
export async function deleteSheet(person, name) {
  await person.press('Delete…');
  await person.reads(`Delete ${name}?`);
  await person.look('delete');
  await person.press('Delete the sheet');
  await person.title('Sheets');
  await person.page.getByRole('link', { name }).waitFor({ state: 'detached' });
}
