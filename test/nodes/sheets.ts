import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeExecutionData } from 'n8n-workflow';
import { RwaAssessSheet } from '../../nodes/RwaAssessSheet/RwaAssessSheet.node.js';
import { headings, hireRow } from '../batch/run/testRun.js';
import { testFolder } from '../batch/testFolder.js';
import type { SandboxUnderTest } from '../sandbox/sandboxUnderTest.js';
import { readShown, createWorkbookParts } from '../sheets/xlsx/workbookFixture.js';
import { buildZip } from '../sheets/xlsx/zipFixture.js';
import { readOutputFile, type NodeFile, runForOutputs, type Run } from './runNode.js';

/** The sample of 24 hires. */
export const sample: NodeFile = {
  fileName: 'hires-2026-q4.xlsx',
  bytes: readFileSync(join(import.meta.dirname, '../../samples/hires-2026-q4.xlsx')),
};

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const toCellXml = (text: string) => {
  if (text === '') return '<c/>';
  return text.startsWith('<c') ? text : `<c t="inlineStr"><is><t>${escapeXml(text)}</t></is></c>`;
};
const toRowXml = (values: readonly string[]) => `<row>${values.map(toCellXml).join('')}</row>`;

/** Creates a workbook from rows of texts. A text that begins with `<c` is the XML of a cell. */
export function createWorkbook(
  rows: readonly (readonly string[])[],
  fileName = 'hires.xlsx',
  change = (parts: Record<string, string | Buffer>) => parts,
): NodeFile {
  const parts = createWorkbookParts({ rows: rows.map(toRowXml).join('') });
  return { fileName, bytes: buildZip(change({ ...parts })) };
}

/** Returns the headings, and a valid hire for each employee. `change` contains other values by heading. */
export function createHires(
  employeeIds: readonly string[],
  change: Record<string, string> = {},
): string[][] {
  const names = headings.split(',');
  const rows = employeeIds.map((id) =>
    hireRow(id)
      .split(',')
      .map((text, at) => change[names[at] ?? ''] ?? text),
  );
  return [names, ...rows];
}

/** Returns the displayed texts of a workbook's cells. Each row begins with its number. */
export async function readShownCells(file: NodeFile): Promise<[number, ...string[]][]> {
  const path = join(testFolder(), 'shown.xlsx');
  writeFileSync(path, file.bytes);
  return readShown(path);
}

export async function readColumn(file: NodeFile, heading: string): Promise<string[]> {
  const rows = await readShownCells(file);
  const top = rows.findIndex((cells) => cells.includes(heading));
  const at = rows[top]?.indexOf(heading) ?? -1;
  return rows.slice(top + 1).map((cells) => String(cells[at] ?? ''));
}

export async function readTexts(file: NodeFile): Promise<string[][]> {
  return (await readShownCells(file)).map(([, ...texts]) => texts);
}

/** Returns a copy of a row with another text in one cell, which may be beyond the end of the row. */
export const replaceCell = (row: readonly string[], at: number, text: unknown) =>
  Array.from({ length: Math.max(row.length, at + 1) }, (_, column) =>
    column === at ? String(text) : (row[column] ?? ''),
  );

export const listStatuses = (rows: readonly { status?: unknown }[]): unknown[] =>
  rows.map(({ status }) => status);

export interface SheetOutput {
  readonly workbook: INodeExecutionData;
  readonly file: NodeFile;
  readonly rows: readonly INodeExecutionData['json'][];
}

const node = new RwaAssessSheet();

export function runSheets(
  { sandbox }: Pick<SandboxUnderTest, 'sandbox'>,
  files: readonly NodeFile[],
  { parameters = {}, ...rest }: Partial<Run> = {},
): Promise<INodeExecutionData[][]> {
  const { options = {}, ...others } = parameters;
  return runForOutputs({
    node,
    sandbox,
    files,
    items: files.map(() => ({})),
    token: sandbox.tokens[0] ?? '',
    parameters: {
      operation: 'assess',
      ...others,
      options: { pollIntervalSeconds: 0.1, ...(options as object) },
    },
    ...rest,
  });
}

export async function runSheet(
  service: Pick<SandboxUnderTest, 'sandbox'>,
  file: NodeFile,
  run?: Partial<Run>,
): Promise<SheetOutput> {
  const [[workbook] = [], rows = []] = await runSheets(service, [file], run);
  if (workbook === undefined) throw new Error('The node returned no item.');
  return { workbook, file: readOutputFile(workbook), rows: rows.map(({ json }) => json) };
}
