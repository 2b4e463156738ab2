import ExcelJS from 'exceljs';

/** The headings of {@link createMessySheet} with the names of their inputs, in the order of the columns. */
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

/** The column letters of {@link createMessySheet}, by the name of the input. */
export const messyColumns: Readonly<Record<string, string>> = Object.fromEntries(
  messyHeadings.map(([, field], index) => [field, String.fromCharCode(65 + index)]),
);

/** The default number of the row with the headings in {@link createMessySheet}. */
export const messyHeaderRow = 4;

const countries = ['UK', 'Holland', 'Portugal', 'UK', 'Spain', 'Holland'];

/** The position of the table in {@link createMessySheet}: its worksheet, and the rows above the headings. */
interface MessyPosition {
  readonly worksheet?: string;
  readonly above?: readonly string[][];
}

/**
 * Creates a workbook like those that people in HR write: a worksheet with notes before the data, titles above German
 * headings, unusual names of countries (UK, Holland), a choice in German (Ja), an end date before its start date, and a
 * legend below. By default, the people are in rows 5 to 10.
 */
export async function createMessySheet(
  title = 'Einstellungen 2026',
  { worksheet = 'Daten', above = [[title], ['Abteilung', 'HR'], []] }: MessyPosition = {},
): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook();
  workbook.addWorksheet('Hinweise').addRow(['Bitte nur das Blatt Daten ausfüllen.']);
  const sheet = workbook.addWorksheet(worksheet);
  for (const row of above) sheet.addRow(row);
  sheet.addRow(messyHeadings.map(([heading]) => heading));
  countries.forEach((country, index) => {
    const endsBeforeStart = index === 4;
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
      new Date(endsBeforeStart ? '2026-10-01T00:00:00Z' : '2027-11-02T00:00:00Z'),
    ]);
  });
  sheet.addRow([]);
  sheet.addRow([undefined, 'Legende: Zweck wie im Handbuch']);
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}
