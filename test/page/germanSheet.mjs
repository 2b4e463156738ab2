// A typical workbook from HR: a cover, titles, German headings, other names of countries, dates as text, and a legend.
// The page guesses the columns from the headings, and HR confirms them. The columns of the next upload are matched in
// the same way without HR.
import { strict as assert } from 'node:assert';
import { writeFile } from 'node:fs/promises';
import ExcelJS from 'exceljs';
import { messyColumns, messyHeaderRow, createMessySheet } from '../batch/server/messySheet.ts';
import { readSheet } from '../e2e/sheet.mjs';
import { openColumns, openFold, startRun, goToResults, upload } from './sheetScreens.mjs';

/** The inputs that the page guesses from the headings: the label and the field of each. */
const guessedInputs = [
  ['Employee ID', 'employeeId'],
  ['Purpose', 'purpose'],
  ['Seniority', 'seniority'],
  ['Role type', 'roleType'],
  ['Citizenship', 'citizenship'],
  ['Destination country', 'destination'],
  ['Residency', 'residency'],
  ['Legal right to work', 'legalRight'],
  ['Benefits the local market', 'benefitLocalMarket'],
  ['Number of hires', 'numberHires'],
  ['Hiring urgency', 'urgency'],
  ['Start date', 'startDate'],
  ['End date', 'endDate'],
];

/** Columns about people, which are never sent: the label, the column, the heading, and the texts of the rows. */
const personColumns = [
  ['Name', 'O', 'Nachname', ['Weber', 'Öz', 'Brandt', 'Keller', 'Vogel', 'Sommer']],
  ['First name', 'P', 'Vorname', ['Anna', 'Çelik', 'Jonas', 'Mia', 'Lukas', 'Emma']],
  ['Department', 'Q', 'Abteilung', ['Vertrieb', 'Recht', 'IT', 'IT', 'Einkauf', 'Recht']],
];

export async function play(stage) {
  await stage.startService('--ready-after', '200ms');
  const { link } = await stage.startServer();
  const hr = await stage.createPerson();
  const { page } = hr;
  await hr.join(link);
  const first = await writeMessySheet(stage, 'einstellungen.xlsx', 'Einstellungen 2026');
  await upload(hr, first);
  await confirmGuesses(hr);
  await correctValues(hr, stage);
  await hr.follow('Plan the assessment of 6 rows');
  // The note has a link to the step with the checkbox.
  await hr.waitForText(/^Hidden rows are included; "Skip hidden rows" under/);
  await hr.follow('Match');
  await page.getByLabel('Skip hidden rows (1)').waitFor();
  await hr.follow(/^Assess/);
  await startRun(hr);
  await goToResults(hr);
  await hr.waitForText('6 scored');
  await hr.checkLayout('results');
  await page.getByRole('link', { name: 'Anna Weber 00700', exact: true }).click();
  await hr.waitForText('Vertrieb, Hire From Anywhere, United Kingdom, row 5');
  await hr.checkLayout('panel');
  const workbook = await hr.download('Download the sheet with scores', stage.folder);
  await assertCellsAndScores(workbook, first);

  const second = await writeMessySheet(stage, 'quartal-1.xlsx', 'Einstellungen 2027');
  await hr.follow('Sheets');
  await hr.waitForTitle('Sheets');
  await upload(hr, second);
  await hr.waitForText('Matched as in an earlier sheet with the same headings.');
  await hr.waitForText(/^14 of 18 inputs are matched. No column chosen: /);
  await hr.waitForText(
    / Shown beside the Employee ID, never sent: Name, First name, Department\.$/,
  );
  assert.equal(await hr.page.getByText(/^Guessed from “/).count(), 0);
  await hr.checkLayout('remembered');
  await hr.press(/^Use all \d known spellings$/);
  const unrecognized = hr.page.getByRole('region', { name: 'Unrecognized values' });
  for (const value of ['UK', 'Holland', 'Ja']) {
    await unrecognized.getByText(value, { exact: true }).waitFor({ state: 'detached' });
  }
}

async function confirmGuesses(hr) {
  const { page } = hr;
  // The heading "Verkauf" (sales) does not name the contracts, so the page does not guess that column.
  await hr.waitForText('Still missing: Sales contracts.');
  assert.equal(await page.getByLabel('Worksheet').inputValue(), 'Daten');
  assert.equal(await page.getByLabel('Heading row').inputValue(), String(messyHeaderRow));
  await page.getByText('Guessed from “Zielland”; please check.').waitFor();
  const columns = [
    ...guessedInputs.map(([label, field]) => [label, messyColumns[field]]),
    ...personColumns.map(([label, column]) => [label, column]),
  ];
  for (const [label, column] of columns) {
    const choice = page.getByLabel(label, { exact: true });
    assert.equal(await choice.inputValue(), column, label);
  }
  assert.equal(await page.getByText(/^Guessed from “/).count(), columns.length);
  await hr.waitForText(
    /^ ?No column chosen: Past trips duration \(needed for Work From Anywhere\), /,
  );
  await hr.checkLayout('guessed');
  await page
    .getByLabel('Sales contracts', { exact: true })
    .selectOption(messyColumns.salesContracts);
  await hr.waitForText('16 columns are guessed.');
  await hr.waitForText('03/04/2026 is');
  await page.getByLabel('03/04/2026 is').selectOption('3 April (day first)');
  await hr.waitForText('Unrecognized values');
  await page.reload();
  await hr.waitForText('16 columns are guessed.');
  await hr.press('Confirm all guesses');
  await hr.waitForText(/^14 of 18 inputs are matched\. /);
  // The confirmation is part of the draft.
  await page.reload();
  await hr.waitForText(/^14 of 18 inputs are matched\. /);
  assert.equal(await page.getByText(/^Guessed from “/).count(), 0);
  await openColumns(hr);
  assert.ok(await page.getByLabel('Seniority', { exact: true }).isEnabled());
  await hr.checkLayout('matched');
}

async function correctValues(hr, stage) {
  const { page } = hr;
  const unrecognized = page.getByRole('region', { name: 'Unrecognized values' });
  await hr.press('Use for all 2 rows: United Kingdom for UK');
  await unrecognized.getByText('UK', { exact: true }).waitFor({ state: 'detached' });
  await hr.press('Check the rows');
  await hr.waitForText(/^5 rows have problems/);
  await hr.press('Ignore this row: Summe');
  await hr.waitForText(/^4 rows have problems/);
  await hr.follow(/^Unfinished row/);
  await hr.checkLayout('unfinished');
  await hr.press('Ignore these 2 rows');
  await hr.waitForText(/^2 rows have problems/);
  await hr.follow(/^All/);
  const holland = page.getByRole('listitem').filter({ hasText: '“Holland”' });
  await holland.getByText('Destination country: “Holland”, in 2 rows: 6 and 10').waitFor();
  await openFold(holland, 'Show the 2 rows: Destination country “Holland”');
  await openFold(holland, 'F6 Çelik Öz, 00701, Recht');
  // The list has all cells, even those that are not sent, such as the department.
  await holland.getByRole('definition').filter({ hasText: 'Recht' }).waitFor();
  await hr.checkLayout('check');
  const problems = await hr.download('Download the list', stage.folder);
  const listed = await readSheet(problems);
  assert.equal(listed.length, 4);

  await holland.getByRole('button', { name: 'Use for all 2 rows' }).click();
  await holland.waitFor({ state: 'detached' });
  await page
    .getByLabel('Sales contracts of Jonas Brandt, 00702', { exact: true })
    .selectOption('Yes');
  await hr.press('Correct Sales contracts of Jonas Brandt, 00702');
  await hr.waitForText(/^1 row has problems/);
  await page.getByLabel('End date of Lukas Vogel, 00704', { exact: true }).fill('2027-10-01');
  await hr.press('Correct End date of Lukas Vogel, 00704');
  await hr.waitForText('No problems were found.');
  await page.getByRole('link', { name: /^Corrected/ }).click();
  await page.getByRole('row', { name: /Holland/ }).waitFor();
  await hr.checkLayout('corrected');
  await page.getByRole('link', { name: /^Ignored/ }).click();
  await page.getByRole('row', { name: /^11 Summe, 12/ }).waitFor();
  await hr.checkLayout('ignored');
}

/**
 * Checks that the user's cells are unchanged, that each message has the text of the cell and the value sent instead, and
 * that the rows of people have scores.
 */
async function assertCellsAndScores(result, source) {
  const [before, after] = [
    await readSheet(source, 4, 'Daten'),
    await readSheet(result, 4, 'Daten'),
  ];
  for (const [index, row] of before.entries()) {
    for (const [heading, value] of Object.entries(row)) {
      assert.deepEqual(after[index][heading], value, `${heading} of row ${index + 5}`);
    }
  }
  const messages = after.slice(0, 6).map((row) => row['Assessment message']);
  const createMessage = (change) => `Sent with ${change}.`;
  assert.deepEqual(messages, [
    createMessage('Destination country "United Kingdom" instead of "UK"'),
    createMessage('Destination country "Netherlands" instead of "Holland"'),
    createMessage('Sales contracts "Yes" instead of "Ja"'),
    createMessage('Destination country "United Kingdom" instead of "UK"'),
    createMessage('End date "2027-10-01" instead of "01/10/2026"'),
    createMessage('Destination country "Netherlands" instead of "Holland"'),
  ]);
  for (const row of after.slice(0, 6)) assert.equal(typeof row['Overall trip risk'], 'number');
  assert.equal(after[6].Personalnummer, 'Summe');
  assert.equal(after[6]['Assessment status'] ?? '', '');
}

/**
 * Writes the messy sheet with dates as text, columns about the people, a hidden row, and rows below the people. Returns
 * its path.
 */
async function writeMessySheet(stage, name, title) {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(await createMessySheet(title));
  const sheet = book.getWorksheet('Daten');
  for (const field of ['startDate', 'endDate']) {
    for (let row = messyHeaderRow + 1; row <= messyHeaderRow + 6; row++) {
      const cell = sheet.getCell(`${messyColumns[field]}${row}`);
      const [year, month, day] = cell.value.toISOString().slice(0, 10).split('-');
      cell.value = `${day}/${month}/${year}`;
    }
  }
  // The rows below have an Employee ID and a number of hires, so that they look like rows about people.
  for (const [row, text] of Object.entries({ 11: 'Summe', 13: 'Berlin', 14: 'Wien' })) {
    sheet.getCell(`${messyColumns.employeeId}${row}`).value = text;
    sheet.getCell(`${messyColumns.numberHires}${row}`).value = 12;
  }
  for (const [, column, heading, texts] of personColumns) {
    for (const [index, text] of [heading, ...texts].entries()) {
      sheet.getCell(`${column}${messyHeaderRow + index}`).value = text;
    }
  }
  sheet.getRow(messyHeaderRow + 6).hidden = true;
  await writeFile(stage.getPath(name), await book.xlsx.writeBuffer());
  return stage.getPath(name);
}
