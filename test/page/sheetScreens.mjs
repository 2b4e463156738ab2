// What people do on the screens of a sheet in more than one story.
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { root } from '../e2e/root.mjs';

/** The sample: 24 people, below a title. */
export const sample = join(root, 'samples/hires-2026-q4.xlsx');

/** The same people as CSV, with semicolons. */
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

/** From the match to the plan of what will happen. */
export async function toPlan(person) {
  await person.press('Check the rows');
  await person.follow(/^Plan the assessment/);
  await person.page.getByRole('heading', { name: 'What will happen' }).waitFor();
}

/** Starts what is planned. */
export async function start(person) {
  await person.press(/^Assess \d+ rows?$/);
  await person.page.getByRole('heading', { name: 'Finished last' }).waitFor();
}

/** Has a file assessed that needs no help, to its results. */
export async function assess(person, file) {
  await upload(person, file);
  await toPlan(person);
  await start(person);
  await toResults(person);
}

/** Waits for the end of a run, and goes to its results. */
export async function toResults(person) {
  await person.page.getByRole('heading', { name: 'Finished', exact: true }).waitFor();
  await person.follow('See the results');
  await person.page.getByRole('region', { name: 'Cases' }).waitFor();
}

/** Opens a case among the results. */
export async function openCase({ page }, name) {
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('complementary', { name }).getByText('Status').waitFor();
}

/** Deletes the sheet that is open, back to the list. */
export async function deleteSheet(person, name) {
  await person.press('Delete…');
  await person.reads(`Delete ${name}?`);
  await person.look('delete');
  await person.press('Delete the sheet');
  await person.title('Sheets');
  await person.page.getByRole('link', { name }).waitFor({ state: 'detached' });
}
