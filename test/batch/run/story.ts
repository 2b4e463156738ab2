import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Papa from 'papaparse';
import { expect } from 'vitest';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import { readJournal } from '../../../batch/engine/journal/readJournal.js';
import { assess, createReassessment } from '../../../batch/engine/operations/assess.js';
import { decide } from '../../../batch/engine/operations/decide.js';
import type { SheetOperation } from '../../../batch/engine/operations/sheetOperation.js';
import { formatReport } from '../../../batch/engine/rows/rowReport.js';
import { readStatus } from '../../../batch/engine/run/readStatus.js';
import { inWords } from '../../../batch/cli/wording/wording.js';
import { rwa } from '../../../batch/rwa.js';
import { ageJournals } from '../../ageRequests.mjs';
import type { SandboxUnderTest } from '../../sandbox/sandboxUnderTest.js';
import { createPerson } from '../cli/person.js';
import { testFolder } from '../testFolder.js';
import { CreatedAssessments } from './createdAssessments.js';
import { cellsByHeading, headings, hireRow, runOn, type RunSettings } from './testRun.js';
import { findNewRowKey } from '../../../batch/engine/rows/plannedRow.js';

/** The employees of the first rows. E-2 has two rows, with different purposes. */
const people = ['E-1', 'E-2', 'E-2'];
/** The headings of the result cells. A step `empty` contains an index of this list. */
const resultHeadings = [
  'Assessment status',
  'Assessment ID',
  'Overall trip risk',
  'Working rights risk',
  'Assessment message',
  'Assessed at',
  'Row reference',
];
const ourHeadings = assess.columns.map(({ heading }) => heading);
const extraHeadings = ['Past trips duration', 'Decision', 'Manager ID'];

export type Step =
  | { readonly do: 'assess' | 'reassess' | 'resolve' | 'decide' | 'keep' }
  | { readonly do: 'acceptSheet' | 'sendDuplicates' }
  | { readonly do: 'newRow'; readonly row: number }
  | Edit
  /**
   * A run crashes at its progress event with the number `after`, before it writes the sheet. A run
   * with fewer events ends normally.
   */
  | { readonly do: 'crash'; readonly after: number; readonly isRound: boolean }
  /** The next create request gets no answer. */
  | { readonly do: 'lose'; readonly hasEffect: boolean }
  /**
   * A person restores a saved copy or deletes the journal, and runs the sheet. With `hasNewest`, the
   * person still has the journal that the older copy replaced.
   */
  | { readonly do: 'restore'; readonly what: Restored; readonly hasNewest: boolean };

type Restored = 'sheet' | 'journal' | 'noJournal';

type Edit =
  | { readonly do: 'sort' }
  | { readonly do: 'edit'; readonly row: number; readonly to: 'Portugal' | 'Spain' | 'Norway' }
  /** A person clears one result cell of a row, or all of them. */
  | { readonly do: 'empty'; readonly row: number; readonly cell: number | undefined }
  | { readonly do: 'delete'; readonly row: number }
  /** A person copies a row to the end, with its results or without them. */
  | { readonly do: 'copy'; readonly row: number; readonly hasResults: boolean };

/** The exit code of a command, and the command with its messages. */
interface Output {
  readonly code: number;
  readonly text: string;
}

export class Story {
  readonly #service: SandboxUnderTest;
  readonly #path: string;
  readonly #created: CreatedAssessments;
  readonly #connection: readonly string[];
  /** The newest journal, while an older journal is in its place. */
  #newest: string | undefined;

  constructor(service: SandboxUnderTest) {
    this.#service = service;
    const folder = testFolder();
    this.#path = join(folder, 'hires.csv');
    const rows = people.map((id, index) => {
      const purpose = index === 2 ? 'Work From Anywhere' : 'Hire From Anywhere';
      return `${hireRow(id).replace('Hire From Anywhere', purpose)},0,Manager Approved,M-200`;
    });
    writeFileSync(this.#path, [`${headings},${extraHeadings.join(',')}`, ...rows, ''].join('\r\n'));
    const token = join(folder, 'token');
    writeFileSync(token, service.sandbox.tokens[0] ?? '', { mode: 0o600 });
    this.#connection = ['--base-url', service.sandbox.baseUrl, '--token-file', token];
    this.#created = new CreatedAssessments(service, people);
  }

  async play(step: Step): Promise<void> {
    switch (step.do) {
      case 'assess':
        await this.#assess();
        return;
      case 'sendDuplicates':
        await this.#assess('--send-duplicates');
        return;
      case 'reassess':
        await this.#reassess('--new-round');
        return;
      case 'decide':
        await this.#run(decide, 'decide');
        return;
      case 'crash':
        return this.#crash(step.after, step.isRound);
      case 'lose':
        await this.#service.control('POST faults', {
          operation: 'rwa_create',
          fault: step.hasEffect ? 'reset-after-commit' : 'reset-before-commit',
          times: 1,
        });
        return;
      case 'resolve':
        return this.#resolve();
      case 'newRow':
        return this.#resolveAsNewRow(step.row);
      case 'acceptSheet':
        await this.#runCommand(['resolve', this.#path, '--accept-sheet']);
        return;
      case 'keep':
        this.#saveCopies();
        return;
      case 'restore':
        return this.#restore(step.what, step.hasNewest);
      case 'sort':
      case 'edit':
      case 'empty':
      case 'delete':
      case 'copy':
        this.#edit(step);
        return;
      default:
        // A kept story may contain a step that was renamed since.
        throw new Error(`No step ${JSON.stringify(step satisfies never)}`);
    }
  }

  /** Follows the advice of the messages, and checks that every row gets a score. */
  async followAdvice(): Promise<void> {
    await this.#service.control('DELETE faults');
    const outputs: string[] = [];
    for (let attempt = 0; attempt < 12; attempt++) {
      const { code, text } = await this.#assess();
      outputs.push(text);
      if (code === 0) break;
      if (text.includes('older than the sheet')) await this.#mendJournal();
      else await this.#followRowAdvice();
    }
    const statuses = cellsByHeading(this.#path).map((cells) => cells['Assessment status']);
    expect(statuses, outputs.slice(-3).join('\n')).toEqual(statuses.map(() => 'Scored'));
  }

  /** Follows the advice in the first message that advises a person what to do with its row. */
  async #followRowAdvice(): Promise<void> {
    const { rows } = await this.#read(assess);
    for (const { planned, report } of rows) {
      const { message, status } = formatReport(report, inWords);
      if (['Scored', 'Pending', 'Not sent'].includes(status)) continue;
      // The other row's message contains the advice.
      if (message.includes('Follow the message in row')) continue;
      // Rows with an even number follow this advice, so that stories follow the other advice too.
      if (message.includes('--new-row') && planned.number % 2 === 0)
        await this.#resolveAsNewRow(planned.number - 2);
      else if (message.includes('rwa reassess with --rows and')) {
        await this.#reassess('--rows', String(planned.number));
      } else if (/clear (?:its|the|them)/.test(message)) this.#clear(planned.number - 2);
      else if (message.includes('rwa resolve')) await this.#resolve();
      else if (message.includes('Delete one of them')) this.#remove(planned.number - 2);
      else throw new Error(`Row ${planned.number}, ${status}: nothing to do in "${message}"`);
      return;
    }
  }

  /**
   * Puts back the newest journal, if there is one. If there is no such journal, or the sheet is still newer,
   * types the missing IDs into the sheet, and accepts the sheet.
   */
  async #mendJournal(): Promise<void> {
    const { journal } = toSheetFiles(this.#path, {});
    if (this.#newest !== undefined) {
      writeFileSync(journal, this.#newest);
      this.#newest = undefined;
      const { missingFromJournal } = await this.#read(assess);
      if (missingFromJournal.length === 0) return;
    }
    const { known } = await readJournal(journal);
    const shownIds = new Set(cellsByHeading(this.#path).map((cells) => cells['Assessment ID']));
    const { assessments } = await this.#service.readLedger();
    this.#change((rows, column) => {
      for (const cells of rows) {
        if ((cells[column('Assessment ID')] ?? '') !== '') continue;
        const found = assessments.find(
          ({ employeeId, destination, purpose, assessmentId }) =>
            employeeId === cells[column('Employee ID')] &&
            destination === cells[column('Destination country')] &&
            purpose === cells[column('Purpose')] &&
            !shownIds.has(String(assessmentId)) &&
            known.findKeyById(String(assessmentId)) === undefined,
        );
        if (found === undefined) continue;
        cells[column('Assessment ID')] = String(found.assessmentId);
        shownIds.add(String(found.assessmentId));
      }
      return rows;
    });
    expect(await this.#runCommand(['resolve', this.#path, '--accept-sheet'])).toMatchObject({
      code: 0,
    });
  }

  async #runCommand(args: readonly string[]): Promise<Output> {
    const person = createPerson([]);
    const code = await rwa([...args], person);
    const text = [`$ rwa ${args.join(' ')} → ${code}`, ...person.messages].join('\n');
    expect(code, text).not.toBe(1);
    return { code, text };
  }

  /** Runs a command, and checks that the sheet and `rwa status` agree afterwards. */
  async #run(operation: SheetOperation, ...args: string[]): Promise<Output> {
    const [command = '', ...flags] = args;
    const pollFlags = command.includes('assess') ? ['--poll-interval', '50ms'] : [];
    const output = await this.#runCommand([
      command,
      this.#path,
      '--yes',
      '--concurrency',
      '2',
      ...pollFlags,
      ...this.#connection,
      ...flags,
    ]);
    await this.#created.check(this.#path);
    // With exit code 2, the command sent and wrote nothing.
    if (output.code !== 2) await this.#checkStatus(operation);
    return output;
  }

  #assess(...flags: string[]): Promise<Output> {
    return this.#run(assess, 'assess', ...flags);
  }

  async #reassess(...flags: string[]): Promise<void> {
    const { rows } = await this.#read(assess);
    const employees = rows.map(({ planned }) => planned.subject?.employeeId ?? '');
    const run = () =>
      this.#runCommand([
        'reassess',
        this.#path,
        '--yes',
        '--poll-interval',
        '50ms',
        '--concurrency',
        '2',
        ...this.#connection,
        ...flags,
      ]);
    const { code, text } = await this.#created.checkRound(employees, run);
    await this.#created.check(this.#path);
    // With exit code 2, the command sent and wrote nothing.
    if (code !== 2) await this.#checkStatus(assess, text);
  }

  async #crash(after: number, isRound: boolean): Promise<void> {
    let eventsLeft = after;
    const crashing: RunSettings = {
      concurrency: 2,
      onEvent({ type }) {
        if (type === 'progress' && --eventsLeft === 0) throw new Error('crash');
      },
      ...(isRound ? { operation: createReassessment({}), newRound: true } : {}),
    };
    const run = () => runOn(this.#path, this.#service.sandbox, crashing).catch(rethrowUnexpected);
    if (isRound) await this.#created.checkRound(this.#employees(), run);
    else await run();
    await this.#created.check(this.#path);
  }

  /** Looks up the unconfirmed rows in the service, and resolves them. */
  async #resolve(): Promise<void> {
    ageJournals(dirname(this.#path));
    for (;;) {
      const { text } = await this.#runCommand(['resolve', this.#path, '--json']);
      const unconfirmed = text
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as { key: string; row?: number; request?: Request });
      const hasResolved = await this.#resolveFirst(unconfirmed);
      if (!hasResolved) return;
    }
  }

  async #resolveFirst(unconfirmed: readonly { key: string; row?: number; request?: Request }[]) {
    for (const { key, row, request } of unconfirmed) {
      const { known } = await readJournal(toSheetFiles(this.#path, {}).journal);
      // Without a journal, a run must first record what the sheet shows.
      if (known.service === undefined) return false;
      const employee = this.#employees()[(row ?? 0) - 2];
      const shownPurpose = cellsByHeading(this.#path)[(row ?? 0) - 2]?.Purpose;
      const { assessments } = await this.#service.readLedger();
      const found = assessments.find(
        ({ employeeId, assessmentId, destination, purpose }) =>
          known.findKeyById(String(assessmentId)) === undefined &&
          (employee === undefined || employeeId === employee) &&
          // A person sees whether the row is a trip or a hire, even if other inputs were edited.
          (shownPurpose === undefined || shownPurpose === purpose) &&
          (request === undefined ||
            (request.destination === destination && request.purpose === purpose)),
      );
      const resolution =
        found === undefined ? ['--send-again'] : ['--exists', String(found.assessmentId)];
      const args = ['resolve', this.#path, '--row', key, ...resolution];
      const { code, text } = await this.#runCommand(args);
      expect(code, text).toBe(0);
      return true;
    }
    return false;
  }

  async #resolveAsNewRow(row: number): Promise<void> {
    const { rows } = await this.#read(assess);
    const { planned } = rows[row] ?? {};
    if (planned === undefined) return;
    const isHeld = findNewRowKey(planned) !== undefined;
    const args = ['resolve', this.#path, '--row', String(planned.number), '--new-row'];
    expect(await this.#runCommand(args)).toMatchObject({ code: isHeld ? 0 : 2 });
    if (isHeld) this.#created.allow(planned.subject?.employeeId ?? '');
  }

  #copyPath(name: string): string {
    return join(dirname(this.#path), 'kept', name);
  }

  #saveCopies(): void {
    mkdirSync(this.#copyPath(''), { recursive: true });
    copyFileSync(this.#path, this.#copyPath('hires.csv'));
    const { journal } = toSheetFiles(this.#path, {});
    if (existsSync(journal)) copyFileSync(journal, this.#copyPath('journal.jsonl'));
  }

  async #restore(what: Restored, hasNewest: boolean): Promise<void> {
    const { journal } = toSheetFiles(this.#path, {});
    // The sheet must be up to date before the journal is replaced: without a journal, only the sheet
    // shows with which inputs a row was scored.
    if (what !== 'sheet') await this.#assess();
    if (what === 'sheet') {
      if (existsSync(this.#copyPath('hires.csv')))
        copyFileSync(this.#copyPath('hires.csv'), this.#path);
    } else if (what === 'noJournal') rmSync(journal, { force: true });
    else if (existsSync(this.#copyPath('journal.jsonl'))) {
      this.#newest = hasNewest ? readFileSync(journal, 'utf8') : undefined;
      copyFileSync(this.#copyPath('journal.jsonl'), journal);
    }
    await this.#created.allowUnrecorded(this.#path);
    const { text } = await this.#assess();
    if (text.includes('older than the sheet')) await this.#mendJournal();
    this.#newest = undefined;
  }

  #edit(edit: Edit): void {
    switch (edit.do) {
      case 'sort':
        this.#change((rows) => rows.toReversed());
        return;
      case 'edit':
        this.#change((rows, column) => {
          const cells = rows[edit.row];
          if (cells !== undefined) cells[column('Destination country')] = edit.to;
          return rows;
        });
        return;
      case 'empty':
        this.#clear(edit.row, edit.cell);
        return;
      case 'delete':
        this.#remove(edit.row);
        return;
      case 'copy':
        this.#copy(edit.row, edit.hasResults);
    }
  }

  #remove(row: number): void {
    this.#change((rows) => (rows.length > 1 ? rows.filter((_, index) => index !== row) : rows));
  }

  #copy(row: number, hasResults: boolean): void {
    this.#change((rows, column) => {
      const copy = rows[row]?.slice();
      if (copy === undefined) return rows;
      this.#created.allow(copy[column('Employee ID')] ?? '');
      for (const heading of hasResults ? [] : ourHeadings) {
        if (column(heading) !== -1) copy[column(heading)] = '';
      }
      return [...rows, copy];
    });
  }

  #clear(row: number, cell?: number): void {
    this.#change((rows, column) => {
      const cells = rows[row];
      if (cells === undefined) return rows;
      const clearedHeadings = cell === undefined ? ourHeadings : [resultHeadings[cell] ?? ''];
      for (const heading of clearedHeadings) {
        if (column(heading) === -1) continue;
        // Without its ID and with other inputs, a row needs a new assessment.
        if (heading === 'Assessment ID') this.#created.allow(cells[column('Employee ID')] ?? '');
        cells[column(heading)] = '';
      }
      return rows;
    });
  }

  /** Checks that each row shows the status that `rwa status` reports, and only scores for its inputs. */
  async #checkStatus(operation: SheetOperation, message = ''): Promise<void> {
    const { rows } = await this.#read(operation);
    const { assessments } = await this.#service.readLedger();
    const heading = operation.columns[0]?.heading ?? '';
    const table = cellsByHeading(this.#path);
    // A round without work adds no columns.
    if (table.every((cells) => cells[heading] === undefined)) return;
    for (const [index, cells] of table.entries()) {
      const { report } = rows[index] ?? {};
      expect(cells[heading], `Row ${index + 2}: ${message}`).toBe(report?.status);
      expect(cells[heading]).not.toBe('');
      if (heading !== 'Assessment status' || cells[heading] !== 'Scored') continue;
      const id = cells['Assessment ID'];
      const assessment = assessments.find(({ assessmentId }) => assessmentId === id);
      const {
        'Employee ID': employee,
        'Destination country': destination,
        Purpose: purpose,
      } = cells;
      expect([assessment?.employeeId, assessment?.destination, assessment?.purpose]).toEqual([
        employee,
        destination,
        purpose,
      ]);
      const { overallTrip } = await this.#service.readResult(id ?? '');
      expect(Number(cells['Overall trip risk'])).toBe(overallTrip);
      const scored = table.filter((other) => other['Assessment status'] === 'Scored');
      expect(scored.filter((other) => other['Assessment ID'] === id)).toHaveLength(1);
    }
  }

  #employees(): string[] {
    return cellsByHeading(this.#path).map((cells) => cells['Employee ID'] ?? '');
  }

  #read(operation: SheetOperation) {
    const { command } = operation;
    const files = toSheetFiles(this.#path, { command });
    return readStatus(this.#path, files, operation, { inputs: operation }, inWords);
  }

  #change(edit: (rows: string[][], column: (heading: string) => number) => string[][]): void {
    const text = readFileSync(this.#path, 'utf8');
    const [head = [], ...rows] = Papa.parse<string[]>(text, { skipEmptyLines: true }).data;
    const changed = edit(rows, (heading) => head.indexOf(heading));
    writeFileSync(this.#path, `${Papa.unparse([head, ...changed])}\r\n`);
  }
}

type Request = Readonly<Record<string, string>>;

/** Ignores the planned crash and an outdated journal, and rethrows other errors. */
function rethrowUnexpected(error: unknown): void {
  if (!/^crash$|journalOlderThanSheet/.test((error as Error).message)) throw error;
}
