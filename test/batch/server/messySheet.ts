import ExcelJS from 'exceljs';

/** The headings of {@link messySheet} with their inputs, in the order of the columns. */
const messyHeadings: readonly (readonly [heading: string, field: string])[] = [
  ['Personalnummer', 'employeeId'],
  ['Zweck', 'purpose'],
  ['Erfahrung', 'seniority'],
  ['Rolle', 'roleType'],
  ['Staatsangehörigkeit', 'citizenship'],
  ['Zielland', 'destination'],
  ['Wohnsitz', 'residency'],
  ['Verkauf', 'salesContracts'],
  ['Arbeitserlaubnis', 'legalRight'],
  ['Lokaler Markt', 'benefitLocalMarket'],
  ['Einstellungen', 'numberHires'],
  ['Dringlichkeit', 'urgency'],
  ['Beginn', 'startDate'],
  ['Ende', 'endDate'],
];

/** The letters of the columns of {@link messySheet} by input. */
export const messyColumns: Readonly<Record<string, string>> = Object.fromEntries(
  messyHeadings.map(([, field], index) => [field, String.fromCharCode(65 + index)]),
);

/** The row with the headings of {@link messySheet}, by default. */
export const messyHeaderRow = 4;

const countries = ['UK', 'Holland', 'Portugal', 'UK', 'Spain', 'Holland'];

/** Where {@link messySheet} has its table: the name of the worksheet, and the rows above the headings. */
interface MessyPosition {
  readonly worksheet?: string;
  readonly above?: readonly string[][];
}

/**
 * A workbook like those of people in HR: a sheet with notes before the data, titles above German headings,
 * unusual names of countries (UK, Holland), a choice in German (Ja), an end date before its start date, and a
 * legend below. By default, the people are in rows 5 to 10.
 */
export async function messySheet(
  title = 'Einstellungen 2026',
  { worksheet = 'Daten', above = [[title], ['Abteilung', 'HR'], []] }: MessyPosition = {},
): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook();
  workbook.addWorksheet('Hinweise').addRow(['Bitte nur das Blatt Daten ausfüllen.']);
  const sheet = workbook.addWorksheet(worksheet);
  for (const row of above) sheet.addRow(row);
  sheet.addRow(messyHeadings.map(([heading]) => heading));
  countries.forEach((country, index) => {
    const isWrong = index === 4;
    sheet.addRow([
      `0070${index}`,
      'Hire From Anywhere',
      'Mid',
      'Other',
      'Germany',
      country,
      'Germany',
      index === 2 ? 'Ja' : 'No',
      'Yes',
      'No',
      2,
      '1-3 months',
      new Date('2026-11-03T00:00:00Z'),
      new Date(isWrong ? '2026-10-01T00:00:00Z' : '2027-11-02T00:00:00Z'),
    ]);
  });
  sheet.addRow([]);
  sheet.addRow([undefined, 'Legende: Zweck wie im Handbuch']);
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}
