import ExcelJS from 'exceljs';
import { expect } from 'vitest';
import { riskScores } from '../src/riskResult.js';
import { headings, hireRow } from './batch/run/testRun.js';
import type { SandboxUnderTest } from './sandbox/sandboxUnderTest.js';

/** The rows of a sheet. The first row has the headings. */
export type Rows = ExcelJS.CellValue[][];

/** A program that assesses a workbook: the command, the web app or the node. */
export interface AssessmentProgram {
  readonly service: SandboxUnderTest;
  assess(workbook: Uint8Array): Promise<Uint8Array>;
}

/** Returns the rows of the first worksheet. */
export async function readRows(bytes: Uint8Array): Promise<Rows> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes as unknown as ArrayBuffer);
  const [sheet] = workbook.worksheets;
  const rows: Rows = [];
  sheet?.eachRow({ includeEmpty: true }, ({ values }) => {
    rows.push(Array.from((values as Rows[number]).slice(1)));
  });
  return rows;
}

export async function toWorkbook(rows: Rows): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook();
  workbook.addWorksheet('Hires').addRows(rows);
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

/** Returns the text of a cell: the label for a hyperlink, ISO 8601 for a date. */
function formatCell(cell: ExcelJS.CellValue | undefined): string {
  if (cell === undefined || cell === null) return '';
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell !== 'object') return String(cell);
  return 'text' in cell ? cell.text : JSON.stringify(cell);
}

const scoreHeadings = Object.values(riskScores);

/** A sheet that a person edits between assessments. */
export class EditedSheet {
  rows: Rows;

  constructor(
    readonly program: AssessmentProgram,
    readonly employees: readonly string[],
  ) {
    this.rows = [headings.split(','), ...employees.map((id) => hireRow(id).split(','))];
  }

  /** Creates a sheet and assesses it, so that all rows have scores. */
  static async createScored(
    program: AssessmentProgram,
    employees = ['E-1', 'E-2', 'E-3', 'E-4'],
  ): Promise<EditedSheet> {
    const sheet = new EditedSheet(program, employees);
    await sheet.assess();
    expect(sheet.readColumn('Assessment status')).toEqual(employees.map(() => 'Scored'));
    return sheet;
  }

  async assess(): Promise<void> {
    this.rows = await readRows(await this.program.assess(await toWorkbook(this.rows)));
  }

  get headings(): string[] {
    return (this.rows[0] ?? []).map(formatCell);
  }

  /** Returns the index of the column with this heading. */
  findColumn(heading: string): number {
    const at = this.headings.indexOf(heading);
    if (at === -1) throw new Error(`No column "${heading}".`);
    return at;
  }

  readColumn(heading: string): string[] {
    const at = this.findColumn(heading);
    return this.rows.slice(1).map((row) => formatCell(row[at]));
  }

  write(row: number, heading: string, value: ExcelJS.CellValue): void {
    const cells = this.rows[row - 1];
    if (cells !== undefined) cells[this.findColumn(heading)] = value;
  }

  /** Exchanges the cells of two rows in the columns from `from` up to, but not including, `to`. */
  swap(one: number, other: number, from: number, to: number): void {
    const [a = [], b = []] = [this.rows[one - 1], this.rows[other - 1]];
    for (let at = from; at < to; at++) [a[at], b[at]] = [b[at], a[at]];
  }

  /** Inserts an empty column before the column of this heading. */
  insertColumn(heading: string): void {
    const at = this.findColumn(heading);
    this.rows = this.rows.map((row) =>
      Array.from({ length: this.headings.length + 1 }, (_, column) =>
        column === at ? null : row[column < at ? column : column - 1],
      ),
    );
  }

  addEmptyRow(): void {
    this.rows.push(this.headings.map(() => null));
  }

  deleteColumn(heading: string): void {
    const at = this.findColumn(heading);
    this.rows = this.rows.map((row) => row.toSpliced(at, 1));
  }

  /**
   * Checks that each Scored row shows the scores of an assessment for its person and destination, and
   * that no other row shows a score. Also checks how often each person was assessed. `times` has these
   * numbers by Employee ID. By default, a person in the first sheet was assessed once, and a new person
   * never.
   */
  async expectOwnScores(times: Readonly<Record<string, number>> = {}): Promise<void> {
    const { assessments } = await this.program.service.readLedger();
    const byId = new Map(assessments.map((each) => [each.assessmentId as string, each]));
    const columns = scoreHeadings.map((heading) => this.readColumn(heading));
    const ids = this.readColumn('Assessment ID');
    const people = this.readColumn('Employee ID');
    const destinations = this.readColumn('Destination country');
    for (const [index, status] of this.readColumn('Assessment status').entries()) {
      const scores = columns.map((column) => column[index] ?? '');
      const row = `row ${index + 2}`;
      const id = ids[index] ?? '';
      const assessment = status === 'Scored' ? byId.get(id) : undefined;
      if (status === 'Scored') {
        expect(assessment).toMatchObject({
          employeeId: people[index],
          destination: destinations[index],
        });
      }
      expect([row, status, scores]).toEqual([
        row,
        status,
        assessment === undefined ? scores.map(() => '') : await this.#readScores(id),
      ]);
    }
    for (const employee of new Set([...this.employees, ...people])) {
      const ownAssessments = assessments.filter(({ employeeId }) => employeeId === employee);
      expect([employee, ownAssessments.length]).toEqual([
        employee,
        times[employee] ?? (this.employees.includes(employee) ? 1 : 0),
      ]);
    }
  }

  async #readScores(id: string): Promise<readonly string[]> {
    const result = await this.program.service.readResult(id);
    const numbers = result as Record<string, number | undefined>;
    return Object.keys(riskScores).map((name) => String(numbers[name] ?? ''));
  }
}

/** An edit of a sheet with scores in four rows, and the statuses after the next run. */
export interface Edit {
  readonly edit: (sheet: EditedSheet) => void;
  readonly statuses: readonly string[];
  /** The statuses after the journal was lost, if they differ. */
  readonly statusesWithoutJournal?: readonly string[];
}

const scored = ['Scored', 'Scored', 'Scored', 'Scored'];

/** Inserts an empty column before a heading, and reverses the four rows in the columns left of it. */
function insertAndSortLeft(heading: string): Edit {
  return {
    edit(sheet) {
      sheet.insertColumn(heading);
      const at = sheet.headings.indexOf('');
      sheet.swap(2, 5, 0, at);
      sheet.swap(3, 4, 0, at);
    },
    statuses: scored,
  };
}

/** Edits that separate results from their inputs, by name. */
export const separatingEdits: Readonly<Record<string, Edit>> = {
  'two Assessment IDs exchanged': {
    edit(sheet) {
      const at = sheet.findColumn('Assessment ID');
      sheet.swap(2, 3, at, at + 1);
    },
    statuses: scored,
    statusesWithoutJournal: ['Unconfirmed', 'Unconfirmed', 'Scored', 'Scored'],
  },
  'a column inserted before the Assessment ID, and the columns left of it sorted':
    insertAndSortLeft('Assessment ID'),
  'a column inserted before the message, and the columns left of it sorted':
    insertAndSortLeft('Assessment message'),
  'a column inserted before the report link, and the columns left of it sorted':
    insertAndSortLeft('Report link'),
  'a column inserted among the scores, and an input changed': {
    edit(sheet) {
      sheet.insertColumn('Payroll tax risk');
      sheet.write(2, 'Destination country', 'Spain');
    },
    statuses: ['Invalid', 'Scored', 'Scored', 'Scored'],
  },
  'two Employee IDs replaced': {
    edit(sheet) {
      sheet.write(2, 'Employee ID', 'E-8');
      sheet.write(3, 'Employee ID', 'E-9');
    },
    statuses: ['Invalid', 'Invalid', 'Scored', 'Scored'],
  },
  'results moved beside an empty row': {
    edit(sheet) {
      sheet.addEmptyRow();
      sheet.swap(2, 6, sheet.findColumn('Assessment status'), sheet.headings.length);
    },
    statuses: [...scored, 'Invalid'],
  },
  'all results moved down by one row': {
    edit(sheet) {
      sheet.addEmptyRow();
      for (let row = 6; row > 2; row--) {
        sheet.swap(row, row - 1, sheet.findColumn('Assessment status'), sheet.headings.length);
      }
    },
    statuses: [...scored, 'Invalid'],
  },
};
