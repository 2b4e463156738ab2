import { tmpdir } from 'node:os';
import { expect, onTestFinished } from 'vitest';
import type {
  DetailedRow,
  MatchChoice,
  Matching,
  PersonAction,
  Plan,
  Problems,
  Row,
  RowCells,
  Unconfirmed,
} from '../../../../batch/server/contract/shapes.js';
import type { SandboxOptions } from '../../../../sandbox/sandbox.js';
import { type SandboxUnderTest, startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { toEnv, folderWith } from '../../cli/rwaUnderTest.js';
import { headings, hireRow } from '../../run/testRun.js';
import { createWorkbookParts } from '../../../sheets/xlsx/workbookFixture.js';
import { buildZip, type Parts } from '../../../sheets/xlsx/zipFixture.js';
import { dataFolder, type OnFinished, serve, type ServerUnderTest } from '../serveUnderTest.js';
import { ageInDataFolder } from '../../../ageRequests.mjs';

/** The page of a server that works on a sandbox. The ledger of the sandbox shows which rows the page has sent. */
export class Page {
  constructor(
    readonly sandbox: SandboxUnderTest,
    readonly server: ServerUnderTest,
    readonly folder: string,
  ) {}

  /**
   * Opens the page of a new server on a new sandbox. Both end after the test, or when `onFinished` calls its argument.
   */
  static async open(
    options: SandboxOptions = {},
    onFinished: OnFinished = onTestFinished,
  ): Promise<Page> {
    return Page.#openOn(await startTestSandbox(options, onFinished), onFinished);
  }

  /** Opens the page of another server on the same service, with an empty journal. */
  openOther(): Promise<Page> {
    return Page.#openOn(this.sandbox, onTestFinished);
  }

  static async #openOn(sandbox: SandboxUnderTest, onFinished: OnFinished): Promise<Page> {
    const folder = await folderWith({}, tmpdir(), onFinished);
    return new Page(sandbox, await serve(folder, toEnv(sandbox), [], onFinished), folder);
  }

  async upload(lines: readonly string[]): Promise<string> {
    const name = `hires ${(this.#files += 1)}.csv`;
    return (await this.server.upload(name, [...lines, ''].join('\r\n'))).id;
  }
  #files = 0;

  async uploadAndAssess(lines: readonly string[]): Promise<string> {
    const sheet = await this.upload(lines);
    await this.assess(sheet);
    return sheet;
  }

  /** Uploads a workbook with these lines. The rows of the lines in `hidden` are hidden. */
  async uploadHidden(lines: readonly string[], hidden: readonly string[]): Promise<string> {
    return this.uploadParts(createWorkbookParts({ rows: toRows(lines, hidden) }));
  }

  async uploadParts(parts: Parts): Promise<string> {
    return (await this.server.upload('hires.xlsx', buildZip(parts))).id;
  }

  /** Presses "Assess", and waits for the end of the run. */
  async assess(sheet: string): Promise<void> {
    await this.server.runToEnd(sheet);
  }

  /** Presses "Reassess" with row numbers under "Only these rows", and waits for the end of the run. */
  async reassess(sheet: string, rows: string, retryRejected = false): Promise<void> {
    const body = { operation: 'reassess', rows, retryRejected };
    await this.server.json('POST', `/api/sheets/${sheet}/runs`, body);
    await this.server.ended(sheet);
  }

  /** Corrects a value of a row under Check. */
  async correct(sheet: string, row: number, field: string, value: string, to: string) {
    const path = `/api/sheets/${sheet}/corrections`;
    await this.server.json('POST', path, [{ field, value, to, row }]);
    await expect.poll(async () => (await this.server.sheet(sheet)).stage).not.toBe('reading');
  }

  /** Corrects an input without a problem. Like the page, it first reads the value from the cells of the row. */
  async correctInput(sheet: string, row: number, field: string, to: string) {
    const path = `/api/sheets/${sheet}/rows/${row}/cells`;
    const { cells } = await this.server.json<RowCells>('GET', path);
    const value = cells.find(({ input }) => input?.field === field)?.value;
    if (value === undefined) throw new Error(`Row ${row} has no cell of ${field}.`);
    await this.correct(sheet, row, field, value, to);
  }

  /** Undoes the first correction in the list of a sheet. */
  async undoCorrection(sheet: string): Promise<void> {
    const path = `/api/sheets/${sheet}/problems`;
    const { corrections } = await this.server.json<Problems>('GET', path);
    await this.server.json('DELETE', `/api/sheets/${sheet}/corrections/${corrections[0]?.id}`);
    await expect.poll(async () => (await this.server.sheet(sheet)).stage).not.toBe('reading');
  }

  /** Chooses under Match how a sheet is read. */
  async match(sheet: string, choice: Partial<MatchChoice>): Promise<void> {
    await this.server.json('PUT', `/api/sheets/${sheet}/match`, choice);
    await expect.poll(async () => (await this.server.sheet(sheet)).stage).not.toBe('reading');
  }

  /** Presses "Check the rows" under Match, with the columns as they are shown there. */
  async confirmMatch(sheet: string): Promise<void> {
    const { fields } = await this.server.json<Matching>('GET', `/api/sheets/${sheet}/match`);
    await this.match(sheet, {
      columns: Object.fromEntries(fields.map(({ name, column }) => [name, column])),
    });
  }

  /** Confirms under Check or Results that a row is new. */
  async confirmNewRow(sheet: string, row: number): Promise<void> {
    await this.server.json('POST', `/api/sheets/${sheet}/rows/${row}/new-row`);
  }

  async plan(sheet: string, operation: 'assess' | 'reassess' = 'assess'): Promise<string> {
    const path = `/api/sheets/${sheet}/plan?operation=${operation}`;
    const { messages, notes } = await this.server.json<Plan>('GET', path);
    return [...messages, ...notes].join(' ');
  }

  async message(sheet: string): Promise<string> {
    return ((await this.server.sheet(sheet)).run?.messages ?? []).join(' ');
  }

  /** Returns the list under "Needs review". */
  async listUnconfirmed(sheet: string): Promise<Unconfirmed[]> {
    const path = `/api/sheets/${sheet}/unconfirmed`;
    return (await this.server.json<{ unconfirmed: Unconfirmed[] }>('GET', path)).unconfirmed;
  }

  /** Begins a run, and stops it once it has sent this many rows. */
  async stopAfterSending(sheet: string, rows: number, begin: () => Promise<unknown>) {
    const count = async () => (await this.sandbox.readLedger()).assessments.length;
    const before = await count();
    await begin();
    await expect.poll(count).toBe(before + rows);
    await this.server.json('POST', `/api/sheets/${sheet}/run/stop`);
    await this.server.ended(sheet);
  }

  /**
   * Resolves a row with its assessment ID. Without an ID, resolves it as not created, and makes all requests a minute
   * older first, because the server refuses this for a minute after a request.
   */
  async settle(sheet: string, row: number | null, assessmentId?: string): Promise<void> {
    if (assessmentId === undefined) ageInDataFolder(dataFolder(this.folder));
    await this.settleAtOnce(sheet, row, assessmentId);
  }

  /** Resolves a row without making its request older. The number of a row that is no longer in the sheet is null. */
  async settleAtOnce(sheet: string, row: number | null, assessmentId?: string): Promise<void> {
    const unconfirmed = await this.listUnconfirmed(sheet);
    const found =
      unconfirmed.find((request) => request.row === row) ??
      (await this.server.json<DetailedRow>('GET', `/api/sheets/${sheet}/rows/${row}`)).unconfirmed;
    const exists = assessmentId !== undefined;
    await this.server.json('POST', `/api/sheets/${sheet}/settlements`, {
      key: found?.key,
      exists,
      insteadOf: found?.assessmentId,
      sentAt: found?.sentAt,
      ...(exists ? { assessmentId } : {}),
    });
  }

  /** Invites a person under People, and returns the first line of the list there. */
  async invite(person: object): Promise<PersonAction> {
    const path = '/api/people/invitations';
    const body = { people: [person] };
    const { actions } = await this.server.json<{ actions: PersonAction[] }>('POST', path, body);
    const [latest] = actions;
    if (latest === undefined) throw new Error('The list under People is empty.');
    return latest;
  }

  async listInvited(): Promise<string[]> {
    return (await this.sandbox.readOutbox()).map(({ to }) => to).toSorted();
  }

  async row(sheet: string, number: number): Promise<Row> {
    const found = (await this.server.rows(sheet)).find(({ row }) => row === number);
    if (found === undefined) throw new Error(`There is no row ${number}.`);
    return found;
  }

  /** Returns the lines of "Download the sheet with scores". */
  async download(sheet: string): Promise<string[]> {
    const { text } = await this.server.ask('GET', `/api/sheets/${sheet}/downloads/workbook`);
    return text.trim().split(/\r?\n/);
  }

  /** Returns the ID of the latest assessment of an employee from the service. */
  async findId(employee: string): Promise<string> {
    const { assessments } = await this.sandbox.readLedger();
    return assessments.findLast(({ employeeId }) => employeeId === employee)
      ?.assessmentId as string;
  }

  /** Calls `follow`, and returns the employees for whom it has created assessments. */
  async listSentBy(follow: () => Promise<void>): Promise<string[]> {
    const listAssessed = async () =>
      (await this.sandbox.readLedger()).assessments.map(({ employeeId }) => employeeId as string);
    const before = await listAssessed();
    await follow();
    return (await listAssessed()).slice(before.length).toSorted();
  }

  /** Calls `follow`, and then assesses a sheet. Returns the employees for whom this has created assessments. */
  assessAfter(sheet: string, follow: () => Promise<void>): Promise<string[]> {
    return this.listSentBy(async () => {
      await follow();
      await this.assess(sheet);
    });
  }
}

/** Turns lines of CSV without quotes into rows of a workbook. A cell may be XML. */
export function toRows(lines: readonly string[], hidden: readonly string[] = []): string {
  const rows = lines.map((line) => {
    const cells = line
      .split(',')
      .map((text) =>
        text.startsWith('<c') ? text : `<c t="inlineStr"><is><t>${text}</t></is></c>`,
      );
    return `<row${hidden.includes(line) ? ' hidden="1"' : ''}>${cells.join('')}</row>`;
  });
  return rows.join('');
}

/** Returns a line of CSV without its results. The line must have no quotes. */
export const removeResults = (line: string): string =>
  line.split(',').slice(0, headings.split(',').length).join(',');

/** Empties all cells of a column below its heading. */
export function clearColumn(lines: readonly string[], column: string): string[] {
  const index = (lines[0] ?? '').split(',').indexOf(column);
  const isCell = (line: number, at: number) => line > 0 && at === index;
  return lines.map((line, number) =>
    line
      .split(',')
      .map((cell, at) => (isCell(number, at) ? '' : cell))
      .join(','),
  );
}

/** Returns a row for an employee with the columns of these lines, and with `text` in one of the columns. */
export function createRowLike(
  lines: readonly string[],
  employee: string,
  column: string,
  text: string,
): string {
  const names = (lines[0] ?? '').split(',');
  const cells = hireRow(employee).split(',');
  return names.map((name, index) => (name === column ? text : (cells[index] ?? ''))).join(',');
}

export const hires = (...ids: readonly string[]): string[] => [headings, ...ids.map(hireRow)];

/** A function that does what a message advises, and checks what was sent. */
export type Follow = (page: Page) => Promise<void>;
