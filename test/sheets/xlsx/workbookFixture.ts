import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type {
  Cell,
  ResultColumn,
  ResultSheet,
  ResultValue,
  SheetRow,
  WrittenSheet,
} from '../../../sheets/sheet.js';
import { colours } from '../colours.js';
import { openXlsx } from '../../../sheets/files/openXlsx.js';
import { placeAtHeadings } from '../placeAtHeadings.js';
import { buildZip, unzip, type Parts, type ZipOptions } from './zipFixture.js';

export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

let folder: string | undefined;
let pathCount = 0;

/** Returns an unused path in a folder that is deleted after the test. */
export function createUnusedPath(extension = '.xlsx'): string {
  folder ??= createTestFolder();
  return path.join(folder, `${++pathCount}${extension}`);
}

function createTestFolder(): string {
  const created = mkdtempSync(path.join(tmpdir(), 'xlsx-'));
  onTestFinished(() => {
    folder = undefined;
    rmSync(created, { recursive: true, force: true });
  });
  return created;
}

/** The contents of a test workbook. `parts` are added to the default ones, or replace them. */
export interface WorkbookFixture {
  /** The content of `<sheetData>`. */
  readonly rows?: string;
  /** The XML before and after `<sheetData>`. */
  readonly before?: string;
  readonly after?: string;
  /** The whole worksheet part. */
  readonly sheet?: string | Buffer;
  readonly strings?: readonly string[];
  /** Elements of `cellXfs` and `numFmts`. */
  readonly styles?: { readonly xfs: string; readonly formats?: string } | 'none';
  readonly date1904?: boolean;
  /** The XML after `<sheets>` in the workbook part. */
  readonly workbook?: string;
  /** Relationships of the sheet, of the workbook and of the package, as XML. */
  readonly sheetLinks?: string;
  readonly workbookLinks?: string;
  readonly packageLinks?: string;
  readonly parts?: Parts;
  readonly zip?: ZipOptions;
}

export function createLinkXml(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
}

function createLinksXml(inner: string): string {
  return `<Relationships xmlns="${PACKAGE}/relationships">${inner}</Relationships>`;
}

/** Returns the parts of a minimal workbook with one sheet, “Hires”, and those that the test adds. */
export function createWorkbookParts(fixture: WorkbookFixture): Parts {
  const { rows = '', before = '', after = '' } = fixture;
  const styles = fixture.styles === 'none' ? undefined : (fixture.styles ?? { xfs: '' });
  const plain = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>';
  return {
    '[Content_Types].xml':
      `<Types xmlns="${PACKAGE}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/></Types>',
    '_rels/.rels': createLinksXml(
      createLinkXml('r1', 'officeDocument', 'xl/workbook.xml') + (fixture.packageLinks ?? ''),
    ),
    'xl/workbook.xml':
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">` +
      `<workbookPr${fixture.date1904 ? ' date1904="1"' : ''}/>` +
      '<sheets><sheet name="Hires" sheetId="7" r:id="s1"/></sheets>' +
      `${fixture.workbook ?? ''}</workbook>`,
    'xl/_rels/workbook.xml.rels': createLinksXml(
      createLinkXml('s1', 'worksheet', 'worksheets/sheet1.xml') +
        (fixture.strings ? createLinkXml('t1', 'sharedStrings', 'sharedStrings.xml') : '') +
        (styles ? createLinkXml('y1', 'styles', 'styles.xml') : '') +
        (fixture.workbookLinks ?? ''),
    ),
    'xl/worksheets/sheet1.xml':
      fixture.sheet ??
      `<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`,
    ...(fixture.sheetLinks && {
      'xl/worksheets/_rels/sheet1.xml.rels': createLinksXml(fixture.sheetLinks),
    }),
    ...(fixture.strings && {
      'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${fixture.strings.map((item) => `<si>${item}</si>`).join('')}</sst>`,
    }),
    ...(styles && {
      'xl/styles.xml':
        `<styleSheet xmlns="${MAIN}">${styles.formats ? `<numFmts>${styles.formats}</numFmts>` : ''}` +
        '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>' +
        '<fills count="1"><fill><patternFill patternType="none"/></fill></fills>' +
        '<borders count="1"><border/></borders>' +
        `<cellXfs>${plain}${styles.xfs}</cellXfs></styleSheet>`,
    }),
    ...fixture.parts,
  };
}

export async function saveWorkbook(fixture: WorkbookFixture, extension?: string): Promise<string> {
  const file = createUnusedPath(extension);
  await writeFile(file, buildZip(createWorkbookParts(fixture), fixture.zip));
  return file;
}

/** Reads all rows of a sheet, by default the first one. */
export async function readRows(file: string, sheet?: string): Promise<SheetRow[]> {
  const opened = await openXlsx(file);
  try {
    const rows: SheetRow[] = [];
    for await (const batch of opened.rows(sheet ?? opened.sheets[0]?.name ?? ''))
      rows.push(...batch);
    return rows;
  } finally {
    await opened.close();
  }
}

/** Returns a cell as plain text, for short expectations; '' if it is blank. */
export function toShownText(cell: Cell | undefined): string {
  switch (cell?.kind) {
    case undefined:
      return '';
    case 'text':
    case 'number':
      return cell.text;
    case 'boolean':
      return String(cell.value);
    case 'date':
      return cell.iso;
    case 'error':
      return cell.code;
    case 'uncalculated':
      return '(uncalculated)';
  }
}

/** Reads every row as its number and the texts of its cells. */
export async function readShown(file: string, sheet?: string): Promise<[number, ...string[]][]> {
  const rows = await readRows(file, sheet);
  return rows.map(({ number, cells }) => [number, ...cells.map(toShownText)]);
}

export const SCORE: ResultColumn = {
  heading: 'Overall',
  kind: 'number',
  format: '0.0',
  colours,
};

/** Writes results for some rows, by default into one score column. */
export async function writeResults(
  file: string,
  results: Readonly<Record<number, readonly ResultValue[]>>,
  changes: Partial<ResultSheet> = {},
): Promise<WrittenSheet> {
  const opened = await openXlsx(file);
  try {
    const target = {
      sheet: opened.sheets[0]?.name ?? '',
      headerRow: 1,
      columns: [SCORE],
      output: createUnusedPath(path.extname(file)),
      colourScale: false,
      results: (row: number) => results[row],
      ...changes,
    };
    return await opened.write({
      ...target,
      columns: await placeAtHeadings(opened, target.columns, target),
    });
  } finally {
    await opened.close();
  }
}

export async function readPartText(file: string, part: string): Promise<string> {
  return (
    unzip(await readFile(file))
      .get(part)
      ?.content.toString('utf8') ?? ''
  );
}

export function readSheetText(file: string): Promise<string> {
  return readPartText(file, 'xl/worksheets/sheet1.xml');
}
