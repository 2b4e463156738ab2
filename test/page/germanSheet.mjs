// A typical workbook from HR: a cover, titles, German headings, UK and Holland, dates as text, and a legend.
// Columns are guessed from its headings, and confirmed by a person; the next upload needs no help.
import { strict as assert } from 'node:assert';
import { writeFile } from 'node:fs/promises';
import ExcelJS from 'exceljs';
import { messyColumns, messyHeaderRow, messySheet } from '../batch/server/messySheet.ts';
import { readSheet } from '../e2e/sheet.mjs';
import { openFold, start, toResults, upload } from './sheetScreens.mjs';

/** The labels of the inputs that the headings let the page guess. */
const guessed = [
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

/** The columns about the person of each row, which are beside the inputs. */
const people = [
  ['Name', 'O', 'Nachname', ['Weber', 'Öz', 'Brandt', 'Keller', 'Vogel', 'Sommer']],
  ['First name', 'P', 'Vorname', ['Anna', 'Çelik', 'Jonas', 'Mia', 'Lukas', 'Emma']],
  ['Department', 'Q', 'Abteilung', ['Vertrieb', 'Recht', 'IT', 'IT', 'Einkauf', 'Recht']],
];

export async function play(stage) {
  await stage.service('--ready-after', '200ms');
  const { link } = await stage.serve();
  const hr = await stage.person();
  const { page } = hr;
  await hr.join(link);
  const first = await withTextDates(stage, 'einstellungen.xlsx', 'Einstellungen 2026');
  await upload(hr, first);
  await confirmGuesses(hr);
  await settleAndCorrect(hr, stage);
  await hr.follow('Plan the assessment of 6 rows');
  // The note leads to its control.
  await hr.reads(/^Hidden rows are included; "Skip hidden rows" under/);
  await hr.follow('Match');
  await page.getByLabel('Skip hidden rows (1)').waitFor();
  await hr.follow(/^Assess/);
  await start(hr);
  await toResults(hr);
  await hr.reads('6 scored');
  await hr.look('results');
  await page.getByRole('link', { name: 'Anna Weber 00700', exact: true }).click();
  await hr.reads('Vertrieb, Hire From Anywhere, United Kingdom, row 5');
  await hr.look('panel');
  const workbook = await hr.download('Download the sheet with scores', stage.folder);
  await assertCellsAndScores(workbook, first);

  const second = await withTextDates(stage, 'quartal-1.xlsx', 'Einstellungen 2027');
  await hr.follow('Sheets');
  await hr.title('Sheets');
  await upload(hr, second);
  await hr.reads('Matched as in an earlier sheet with the same headings.');
  await hr.reads(/^14 of 18 inputs are matched. No column chosen: /);
  await hr.reads(/ Shown beside the Employee ID, never sent: Name, First name, Department\.$/);
  assert.equal(await hr.page.getByText(/^Guessed from “/).count(), 0);
  await hr.look('remembered');
  await hr.press(/^Use all \d known spellings$/);
  const unrecognized = hr.page.getByRole('region', { name: 'Unrecognized values' });
  for (const value of ['UK', 'Holland', 'Ja']) {
    await unrecognized.getByText(value, { exact: true }).waitFor({ state: 'detached' });
  }
}

async function confirmGuesses(hr) {
  const { page } = hr;
  // No heading names what "Verkauf" is about.
  await hr.reads('Still missing: Sales contracts.');
  assert.equal(await page.getByLabel('Worksheet').inputValue(), 'Daten');
  assert.equal(await page.getByLabel('Heading row').inputValue(), String(messyHeaderRow));
  await page.getByText('Guessed from “Zielland”; please check.').waitFor();
  const columns = [
    ...guessed.map(([label, field]) => [label, messyColumns[field]]),
    ...people.map(([label, column]) => [label, column]),
  ];
  for (const [label, column] of columns) {
    const choice = page.getByLabel(label, { exact: true });
    assert.equal(await choice.inputValue(), column, label);
  }
  assert.equal(await page.getByText(/^Guessed from “/).count(), columns.length);
  // One line sums up the inputs that need no look.
  await hr.reads(/^ ?No column chosen: Past trips duration \(needed for Work From Anywhere\), /);
  await hr.look('guessed');
  await page
    .getByLabel('Sales contracts', { exact: true })
    .selectOption(messyColumns.salesContracts);
  await hr.reads('16 columns are guessed.');
  await hr.reads('03/04/2026 is');
  await page.getByLabel('03/04/2026 is').selectOption('3 April (day first)');
  await hr.reads('Unrecognized values');
  await page.reload();
  await hr.reads('16 columns are guessed.');
  await hr.look('matched');
}

async function settleAndCorrect(hr, stage) {
  const { page } = hr;
  const unrecognized = page.getByRole('region', { name: 'Unrecognized values' });
  await hr.press('Use for all 2 rows: United Kingdom for UK');
  await unrecognized.getByText('UK', { exact: true }).waitFor({ state: 'detached' });
  await hr.press('Check the rows');
  await hr.reads(/^5 rows have problems/);
  await hr.press('Ignore this row: Summe');
  await hr.reads(/^4 rows have problems/);
  await hr.follow(/^Unfinished row/);
  await hr.look('unfinished');
  await hr.press('Ignore these 2 rows');
  await hr.reads(/^2 rows have problems/);
  await hr.follow(/^All/);
  const holland = page.getByRole('listitem').filter({ hasText: '“Holland”' });
  await holland.getByText('Destination country: “Holland”, in 2 rows: 6 and 10').waitFor();
  await openFold(holland, 'Show the 2 rows: Destination country “Holland”');
  await openFold(holland, 'F6 Çelik Öz, 00701, Recht');
  // Also cells that are not read, such as the department.
  await holland.getByRole('definition').filter({ hasText: 'Recht' }).waitFor();
  await hr.look('check');
  const problems = await hr.download('Download the list', stage.folder);
  const listed = await readSheet(problems);
  assert.equal(listed.length, 4);

  await holland.getByRole('button', { name: 'Use for all 2 rows' }).click();
  await holland.waitFor({ state: 'detached' });
  await page
    .getByLabel('Sales contracts of Jonas Brandt, 00702', { exact: true })
    .selectOption('Yes');
  await hr.press('Correct Sales contracts of Jonas Brandt, 00702');
  await hr.reads(/^1 row has problems/);
  await page.getByLabel('End date of Lukas Vogel, 00704', { exact: true }).fill('2027-10-01');
  await hr.press('Correct End date of Lukas Vogel, 00704');
  await hr.reads('No problems were found.');
  await page.getByRole('link', { name: /^Corrected/ }).click();
  await page.getByRole('row', { name: /Holland/ }).waitFor();
  await hr.look('corrected');
  await page.getByRole('link', { name: /^Ignored/ }).click();
  await page.getByRole('row', { name: /^11 Summe, 12/ }).waitFor();
  await hr.look('ignored');
}

/** Checks that the cells of the user are unchanged, and that the message contains the sent value. */
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
  const instead = (what) => `Sent with ${what}.`;
  assert.deepEqual(messages, [
    instead('Destination country "United Kingdom" instead of "UK"'),
    instead('Destination country "Netherlands" instead of "Holland"'),
    instead('Sales contracts "Yes" instead of "Ja"'),
    instead('Destination country "United Kingdom" instead of "UK"'),
    instead('End date "2027-10-01" instead of "01/10/2026"'),
    instead('Destination country "Netherlands" instead of "Holland"'),
  ]);
  for (const row of after.slice(0, 6)) assert.equal(typeof row['Overall trip risk'], 'number');
  assert.equal(after[6].Personalnummer, 'Summe');
  assert.equal(after[6]['Assessment status'] ?? '', '');
}

async function withTextDates(stage, name, title) {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(await messySheet(title));
  const sheet = book.getWorksheet('Daten');
  for (const field of ['startDate', 'endDate']) {
    for (let row = messyHeaderRow + 1; row <= messyHeaderRow + 6; row++) {
      const cell = sheet.getCell(`${messyColumns[field]}${row}`);
      const [year, month, day] = cell.value.toISOString().slice(0, 10).split('-');
      cell.value = `${day}/${month}/${year}`;
    }
  }
  // Totals below the rows, which look like people.
  for (const [row, text] of Object.entries({ 11: 'Summe', 13: 'Berlin', 14: 'Wien' })) {
    sheet.getCell(`${messyColumns.employeeId}${row}`).value = text;
    sheet.getCell(`${messyColumns.numberHires}${row}`).value = 12;
  }
  for (const [, column, heading, texts] of people) {
    for (const [index, text] of [heading, ...texts].entries()) {
      sheet.getCell(`${column}${messyHeaderRow + index}`).value = text;
    }
  }
  sheet.getRow(messyHeaderRow + 6).hidden = true;
  await writeFile(stage.at(name), await book.xlsx.writeBuffer());
  return stage.at(name);
}
