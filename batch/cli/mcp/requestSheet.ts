import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import { toCsvCell } from '../../../sheets/csv/currentCells.js';
import { encodeText } from '../../../sheets/csv/encoding.js';
import { guardText } from '../../../sheets/csv/formulaGuard.js';
import { inspectCsv, scanSource } from '../../../sheets/csv/source.js';
import { removeDrafts } from '../../../sheets/files/draft.js';
import { openSheet } from '../../../sheets/files/open.js';
import type { SheetFile } from '../../../sheets/sheet.js';
import { SheetInUse, UsageError } from '../../engine/errors.js';
import { rewrite } from '../../engine/files/fileSystem.js';
import { formatProblem } from '../../../src/inputWords.js';
import { findWarnings } from '../../../src/warnings.js';
import { hashInputs } from '../../engine/identity/reference.js';
import type { IntakeOptions } from '../../engine/intake/intakeOptions.js';
import type { IntakeRow } from '../../engine/intake/intakeRow.js';
import { hashTrip, type SheetRequest } from '../../engine/intake/rowKey.js';
import { readJournal } from '../../engine/journal/readJournal.js';
import type { SheetFiles } from '../../engine/journal/sheetFiles.js';
import { lockSheet, assertNotInUse } from '../../engine/journal/sheetLock.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import type { RowReport } from '../../engine/rows/rowReport.js';
import { findRowsSentElsewhere } from '../../engine/run/otherJournals.js';
import {
  readStatusFromFile,
  readStatus,
  type SheetStatus,
  type StatusRow,
} from '../../engine/run/readStatus.js';
import type { Connection } from '../../http/connection.js';
import { readIntakeOptions } from '../commands/intakeOptions.js';
import { findUsableFiles } from '../commands/usableFiles.js';
import { CommandError } from '../output/commandError.js';
import { commandLine } from '../output/commandLine.js';
import { inWords } from '../wording/wording.js';
import type { ActiveRuns } from './activeRuns.js';
import { createAddingMark, findAddingMarks, isMarkAbandoned } from './addingMarks.js';
import { readOrCreate } from './readOrCreate.js';
import type { SheetFolders } from './sheetFolders.js';
import { toOtherFolders } from './sheetRun.js';

export type RequestValues = Readonly<Record<string, string | number | undefined>>;

export type FoundRequest =
  /** A person must see the `note` before they confirm. */
  | { readonly isNew: true; readonly inputs: SheetRequest; readonly note?: string }
  /** The request was made before, or is held back. */
  | { readonly isNew: false; readonly made: MadeRequest };

export interface MadeRequest {
  readonly report: RowReport;
  /**
   * True if `report` is about another request, which holds the given request back: the other
   * request has no answer, and may have asked for the same thing.
   */
  readonly isOther: boolean;
}

interface RequestContext {
  readonly connection: Connection;
  readonly folders: SheetFolders;
  readonly runs: ActiveRuns;
}

/**
 * The time is short, because a model waits for the answer. `get_assessment` or a run fetches a
 * later result.
 */
const resultTimeoutMs = 3_000;

/**
 * The sheet of all single requests for an operation. No request is sent twice: the engine finds an
 * earlier request in the journal, even if its inputs were written in another form.
 */
export class RequestSheet {
  readonly path: string;
  readonly #operation: SheetOperation;
  readonly #connection: Connection;
  readonly #folders: SheetFolders;
  readonly #runs: ActiveRuns;
  /** See {@link removeUnsent}. */
  readonly #mark: string;
  /** A run locks the sheet, so calls are handled one after the other. */
  readonly #oneAtATime = pLimit(1);

  constructor(
    name: string,
    operation: SheetOperation,
    { connection, folders, runs }: RequestContext,
  ) {
    this.path = join(folders.own, name);
    this.#operation = operation;
    this.#connection = connection;
    this.#folders = folders;
    this.#runs = runs;
    this.#mark = createAddingMark(this.path);
  }

  /**
   * Removes rows whose run was refused or whose server was killed. Until then,
   * `assertNoRowBeingAdded` prevents other commands from sending them: the same request may have
   * been sent from a sheet in another folder.
   */
  removeUnsent(): Promise<void> {
    return this.#oneAtATime(async () => {
      await this.#removeUnsent();
    });
  }

  /** Resolves to what {@link send} would do. Rejects if the request cannot be sent. */
  async find(values: RequestValues): Promise<FoundRequest> {
    const { row, isOther } = await this.#oneAtATime(() => this.#findRow(values));
    return row.status === 'Not sent' && row.planned.inputs !== undefined
      ? { isNew: true, inputs: row.planned.inputs }
      : { isNew: false, made: { report: row.report, isOther } };
  }

  /**
   * Calls `confirm` with the inputs before they are recorded. `confirm` rejects if no person has
   * confirmed the inputs.
   */
  send(
    values: RequestValues,
    confirm: (inputs: SheetRequest) => Promise<void>,
  ): Promise<MadeRequest> {
    return this.#oneAtATime(async () => {
      const { row, isOther, draft } = await this.#findRow(values);
      const { inputs } = row.planned;
      if (row.status !== 'Not sent' || inputs === undefined) return { report: row.report, isOther };
      await confirm(inputs);
      this.#runs.refuseIfClosing();
      if (draft === undefined) return { report: await this.#run(inputs), isOther };
      await this.#add(draft, inputs);
      const report = await this.#run(inputs).catch(async (error: unknown) => {
        await this.#removeUnsent();
        throw error;
      });
      if (await this.#removeUnsent()) throw new CommandError(describeRefusal(report));
      return { report, isOther };
    });
  }

  /**
   * Finds the row of the request, or of another request that holds it back. If there is none,
   * returns a new row and a draft of the sheet with this row.
   */
  async #findRow(values: RequestValues): Promise<FoundRow> {
    const cells = this.#toCells(values);
    if (cells.every((text) => toCsvCell(text) === undefined)) {
      throw new CommandError('There are no inputs. Nothing was sent.');
    }
    this.#refuseFormulas(cells);
    await this.#removeUnsent();
    const before = await this.#readText();
    const files = findUsableFiles(this.path, { command: this.#operation.command });
    const status = await this.#readStatusWithRow(cells, files);
    if (status.refusal !== undefined) throw new UsageError(status.refusal);
    const row = status.rows.at(-1);
    if (row === undefined) throw new Error('The new row was not read.');
    const first = status.rows.find(({ planned }) => planned.number === row.planned.sameAs);
    const found = first ?? findUnanswered(row, status);
    // Another server may still be waiting for the answer.
    if (found?.status === 'Unconfirmed') assertNotInUse(files);
    if (found !== undefined) return { row: found, isOther: first === undefined };
    if (row.status !== 'Not sent') throw new CommandError(describeRefusal(row));
    refuseUnknownCountries(row);
    await this.#refuseSentElsewhere(row, files);
    // Write the inputs as they are sent, so that any command reads the same request.
    const line = toRecord(this.#toCells(row.planned.inputs ?? {}));
    return { row, isOther: false, draft: { before, after: before + line } };
  }

  async #readStatusWithRow(cells: readonly string[], files: SheetFiles): Promise<SheetStatus> {
    const file = await openSheet(this.path);
    try {
      const intake = await this.#readIntake();
      const service = this.#connection.baseUrl.url;
      const extended = addRowInMemory(file, cells);
      return await readStatusFromFile(extended, files, this.#operation, intake, inWords, service);
    } finally {
      await file.close();
    }
  }

  async #refuseSentElsewhere({ planned }: StatusRow, files: SheetFiles): Promise<void> {
    const { known } = await readJournal(files.journal);
    const read = { rows: [planned], inputs: this.#operation };
    for (const other of toOtherFolders(files, this.#folders.all)) {
      const [sent] = (await findRowsSentElsewhere(other, read, known)).values();
      if (sent === undefined) continue;
      const name = sent.id === undefined ? 'without an answer' : `with the ID ${sent.id}`;
      throw new CommandError(
        `The same request was sent from the sheet ${sent.sheet} before, ${name}. Nothing was sent.`,
        this.#adviseOnSent(join(dirname(other.lock), sent.sheet), sent.id),
      );
    }
  }

  /** `sheet` may no longer exist. */
  #adviseOnSent(sheet: string, id: string | undefined): string {
    const { command } = this.#operation;
    if (id === undefined) {
      const flags = command === 'assess' ? {} : { for: command };
      return `Tell the person to run ${commandLine(['resolve', sheet], flags)} and then plan the request again. If ${sheet} is gone, they first create it again, with this request as a row.`;
    }
    return command === 'assess'
      ? 'Call get_assessment with this ID for its scores.'
      : 'The person is invited already.';
  }

  async #add({ before, after }: Draft, inputs: SheetRequest): Promise<void> {
    const files = findUsableFiles(this.path, { command: this.#operation.command });
    const lock = await lockSheet(this.path, files, Date.now);
    try {
      const now = await this.#readText();
      if (now !== before) {
        throw new CommandError(
          'Another server added a request at the same moment. Nothing was sent. Plan this one again.',
        );
      }
      writeFileSync(this.#mark, hashInputs(inputs), { mode: 0o600 });
      await rewrite(this.path, statSync(this.path), Buffer.from(after));
    } finally {
      await lock.release();
    }
  }

  /** Resolves to true if rows were removed. Removes no row while another run uses the sheet. */
  async #removeUnsent(): Promise<boolean> {
    const marks = findAddingMarks(this.path).filter(
      (mark) => mark === this.#mark || isMarkAbandoned(mark),
    );
    if (marks.length === 0) return false;
    // A server may have been killed before it added the first row.
    if ((await this.#readText()) === this.#headings) {
      removeDrafts(marks);
      return false;
    }
    const added = new Set(marks.map((mark) => readFileSync(mark, 'utf8')));
    const files = findUsableFiles(this.path, { command: this.#operation.command });
    const lock = await lockSheet(this.path, files, Date.now).catch((error: unknown) => {
      if (error instanceof SheetInUse) return undefined;
      throw error;
    });
    if (lock === undefined) return false;
    try {
      const intake = await this.#readIntake();
      const { rows, states } = await readStatus(this.path, files, this.#operation, intake, inWords);
      const unsent = rows.flatMap(({ planned: { number, key, inputs } }) => {
        const { state } = states.get(key) ?? { state: 'Ready' };
        const isAdded = inputs !== undefined && added.has(hashInputs(inputs));
        return state === 'Ready' && isAdded ? [number] : [];
      });
      if (unsent.length > 0) {
        const left = await readWithoutRecords(this.path, new Set(unsent));
        await rewrite(this.path, statSync(this.path), left);
      }
      removeDrafts(marks);
      return unsent.length > 0;
    } finally {
      await lock.release();
    }
  }

  async #run(inputs: SheetRequest): Promise<RowReport> {
    const hash = hashInputs(inputs);
    const isRequested = ({ sameAs, inputs: own }: IntakeRow) =>
      sameAs === undefined && own !== undefined && hashInputs(own) === hash;
    const target = {
      path: this.path,
      operation: limitToRow(this.#operation, isRequested),
      intake: await this.#readIntake(),
      pollTimeoutMs: resultTimeoutMs,
      keepBackups: { newest: 1 },
    };
    const { run, close } = await this.#runs.open(target);
    try {
      await run.plan();
      const find = () => run.sheet?.read.rows.find(isRequested);
      if (find() === undefined) {
        throw new CommandError(
          'The row of the request was removed meanwhile. Nothing was sent. Plan it again.',
        );
      }
      const { stopped } = await run.start();
      const row = find();
      if (row === undefined || run.sheet === undefined) throw new Error('The row is gone.');
      const report = run.sheet.report(row);
      if (report.status === 'Not sent' && stopped !== undefined) throw new UsageError(...stopped);
      return report;
    } finally {
      await close();
    }
  }

  /** Returns the text with a line break at its end. Creates a missing sheet. */
  async #readText(): Promise<string> {
    const text = await readOrCreate(this.path, this.#headings);
    if (text.replace(/^\uFEFF/, '').startsWith(this.#headings.trimEnd())) {
      return text.endsWith('\n') ? text : `${text}\r\n`;
    }
    throw new CommandError(
      `The columns of ${this.path} were changed. Nothing was sent. A person must restore its first line: ${this.#headings.trimEnd()}`,
    );
  }

  async #readIntake(): Promise<IntakeOptions> {
    // The plan shows the accepted suggestions, such as Yes for Ja, to a person.
    const options = { acceptSuggestions: true };
    const { exampleRows: _, ...intake } = await readIntakeOptions(this.#operation, options);
    return intake;
  }

  get #headings(): string {
    return toRecord(Object.values(this.#operation.fields).map(({ label }) => label));
  }

  #toCells(values: RequestValues): readonly string[] {
    return Object.keys(this.#operation.fields).map((name) => String(values[name] ?? ''));
  }

  /**
   * Refuses formulas, which a spreadsheet program may run. An apostrophe before the text would
   * prevent this, but would be sent as a part of the text.
   */
  #refuseFormulas(cells: readonly string[]): void {
    const formula = cells.findIndex((text) => guardText(text) !== text);
    if (formula === -1) return;
    const { label = '' } = Object.values(this.#operation.fields)[formula] ?? {};
    throw new CommandError(
      `${label} begins like a formula, which a spreadsheet program may run. Nothing was sent. If it is right, a person can send it from a sheet of their own.`,
    );
  }
}

interface FoundRow extends Pick<MadeRequest, 'isOther'> {
  readonly row: StatusRow;
  readonly draft?: Draft;
}

/**
 * Finds an unanswered request for the same person or trip, as `findDoubts` of the engine does: a
 * model that gets no answer may change an input and try again.
 */
function findUnanswered(
  { planned: { employee, inputs = {} } }: StatusRow,
  { rows, states, computeHash }: SheetStatus,
): StatusRow | undefined {
  const trip = hashTrip(inputs, computeHash);
  return rows.find(
    ({ status, planned }) =>
      status === 'Unconfirmed' &&
      ((employee !== undefined && planned.employee === employee) ||
        states.get(planned.key)?.trip === trip),
  );
}

interface Draft {
  readonly before: string;
  readonly after: string;
}

/** Makes a run skip the other rows; it still fetches their pending results. */
function limitToRow(
  operation: SheetOperation,
  isRequested: (row: IntakeRow) => boolean,
): SheetOperation {
  return {
    ...operation,
    plan: (...sheet) =>
      operation
        .plan(...sheet)
        .map((row) => (isRequested(row) ? row : { ...row, skipReason: 'rows' })),
  };
}

/**
 * Adds the row only in memory, because a file would be another copy of the data about all people in
 * the sheet.
 */
function addRowInMemory(file: SheetFile, cells: readonly string[]): SheetFile {
  const { path, format, sheets, notes } = file;
  return {
    path,
    format,
    sheets,
    notes,
    async *rows(sheet) {
      let last = 0;
      for await (const rows of file.rows(sheet)) {
        last = rows.at(-1)?.number ?? last;
        yield rows;
      }
      yield [{ number: last + 1, cells: cells.map(toCsvCell) }];
    },
    place: (target, rows) => file.place(target, rows),
    write: (results) => file.write(results),
    isCurrent: () => file.isCurrent(),
    close: () => file.close(),
  };
}

async function readWithoutRecords(path: string, numbers: ReadonlySet<number>): Promise<Buffer> {
  const source = await inspectCsv(path);
  const { bom } = source.encoding;
  let text = source.dialect.separatorLine;
  for await (const records of scanSource(source)) {
    for (const record of records) if (!numbers.has(record.number)) text += record.source;
  }
  return Buffer.concat([bom, encodeText(text, source.encoding)]);
}

/**
 * Refuses a country without its English name, such as a code: an earlier request with the English
 * name would not be found.
 */
function refuseUnknownCountries({ planned }: StatusRow): void {
  const [unknown] = findWarnings(planned.inputs ?? {});
  if (unknown === undefined) return;
  throw new CommandError(
    `${formatProblem(unknown)}. Use the English name of the country, such as Germany for DE. Nothing was sent.`,
  );
}

function describeRefusal({ message, status }: Pick<RowReport, 'message' | 'status'>): string {
  return `${message === undefined ? `The request is ${status}.` : inWords(message)} Nothing was sent.`;
}

function toRecord(values: readonly string[]): string {
  return `${values.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')}\r\n`;
}
