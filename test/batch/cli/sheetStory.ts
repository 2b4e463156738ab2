import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { expect, vi } from 'vitest';
import { rwa } from '../../../batch/rwa.js';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import type { SandboxOptions } from '../../../sandbox/sandbox.js';
import { ageJournals } from '../../ageRequests.mjs';
import { startTestSandbox, type SandboxUnderTest } from '../../sandbox/sandboxUnderTest.js';
import { testFolder } from '../testFolder.js';
import { toCsv, type Entry } from './sheets.js';
import { hireRow, headings } from '../run/testRun.js';
import { approval, member } from '../operations/testSheets.js';
import { findAdvisedKey } from './advisedKey.js';
import { createPerson } from './person.js';

export interface CountedRequests {
  readonly requests: number;
  /** The employees who were assessed, or the addresses that were invited; empty for decisions. */
  readonly people: readonly string[];
}

const operations = {
  assess: 'rwa_create',
  invite: 'create_pending_user',
  decide: 'rwa_update',
} as const;

/** A CSV sheet and its service, with methods that run the real commands and edit cells. */
export class SheetStory {
  readonly folder = testFolder();
  path = join(this.folder, 'hires.csv');
  message = '';
  #countedBefore: CountedRequests = { requests: 0, people: [] };

  private constructor(
    public service: SandboxUnderTest,
    /** The command whose requests are counted and to which {@link journal} belongs. */
    public command: keyof typeof operations = 'assess',
  ) {
    this.useCompany(1);
  }

  /** Uses the token of one of the two companies for later commands. */
  useCompany(company: 1 | 2): void {
    const token = this.service.sandbox.tokens[company - 1] ?? '';
    writeFileSync(join(this.folder, 'token'), token, { mode: 0o600 });
  }

  /** Begins with unassessed employees, one in each row from row 2. */
  static async begin(
    employees: readonly string[] = ['E-1', 'E-2', 'E-3'],
    options: SandboxOptions = {},
  ): Promise<SheetStory> {
    const story = new SheetStory(await startTestSandbox(options));
    writeFileSync(story.path, [headings, ...employees.map(hireRow), ''].join('\r\n'));
    return story;
  }

  static async beginScored(employees?: readonly string[]): Promise<SheetStory> {
    const story = await SheetStory.begin(employees);
    await story.run('assess');
    return story;
  }

  static async beginInvitations(
    ids: readonly string[] = ['S-1', 'S-2', 'S-3'],
  ): Promise<SheetStory> {
    const story = new SheetStory(await startTestSandbox(), 'invite');
    story.save(ids.map(member));
    return story;
  }

  static async beginDecisions(): Promise<SheetStory> {
    const story = new SheetStory(await startTestSandbox(), 'decide');
    const ids: string[] = [];
    for (const employeeId of ['E-1', 'E-2', 'E-3']) {
      ids.push(await story.service.create({ employeeId }));
    }
    story.save(ids.map(approval));
    return story;
  }

  run(command: string, ...options: string[]): Promise<number> {
    const url = ['--base-url', this.service.sandbox.baseUrl];
    const token = ['--token-file', join(this.folder, 'token')];
    const poll = ['assess', 'reassess'].includes(command) ? ['--poll-interval', '50ms'] : [];
    const quick = ['--yes', ...poll];
    return this.type(command, this.path, ...url, ...token, ...quick, ...options);
  }

  async runToEnd(): Promise<void> {
    await this.run('assess');
    this.expectAllScored();
  }

  /**
   * Follows the section "Restore" of docs/files.md for a row that the journal lacks. The options
   * are for the first run.
   */
  async restore(row: number, employee: string, ...options: string[]): Promise<void> {
    this.write(row, { 'Assessment ID': await this.lookUp(employee) });
    await this.run('assess', ...options);
    await this.resolve('--accept-sheet');
    await this.runToEnd();
  }

  /** Adds a row without results at the end. Inputs that `row` lacks are copied from row 2. */
  addRow(row: Entry): void {
    this.save([...this.rows, { ...this.rows[0], ...row }]);
    this.clear(this.rows.length + 1);
  }

  /**
   * Assesses the sheet, by default with one request at a time, and calls `act` before the answer to
   * the first request for `operation` arrives. The sandbox must answer slowly.
   */
  async assessDuring(
    act: () => unknown,
    operation: 'rwa_create' | 'rwa_retrieve' = 'rwa_create',
    ...options: string[]
  ): Promise<void> {
    const count = async () => (await this.service.readLedger()).requests[operation];
    const before = await count();
    const running = this.run('assess', '--concurrency', '1', ...options);
    await expect.poll(count, { interval: 5 }).toBeGreaterThan(before);
    await act();
    await running;
  }

  /** If the number of a row is refused, names the row by its key. */
  async resolve(...options: string[]): Promise<number> {
    ageJournals(this.folder);
    const code = await this.type('resolve', this.path, ...options);
    const key = findAdvisedKey(this.message);
    if (key === undefined) return code;
    const withKey = options.with(options.indexOf('--row') + 1, key);
    return this.type('resolve', this.path, ...withKey);
  }

  async type(...args: string[]): Promise<number> {
    const person = createPerson([]);
    const code = await rwa(args, person);
    this.message = person.messages.join('\n');
    // A command with an unknown option does nothing, so it does not follow the advice.
    expect(this.message).not.toContain('Unknown option');
    return code;
  }

  get journal(): string {
    return toSheetFiles(this.path, { command: this.command }).journal;
  }

  /** Imitates a crash before the write-back: removes the facts about the written sheet. */
  removeWrittenFacts(): void {
    const facts = readFileSync(this.journal, 'utf8').split('\n');
    writeFileSync(this.journal, facts.filter((line) => !line.includes('"written"')).join('\n'));
  }

  loseJournal(): void {
    rmSync(this.journal);
  }

  deleteBackups(): void {
    for (const name of readdirSync(this.folder)) {
      if (name.includes('.backup-')) rmSync(join(this.folder, name));
    }
  }

  /** The rows by heading; the first is row 2. */
  get rows(): Record<string, string>[] {
    const options = { header: true, skipEmptyLines: true } as const;
    return Papa.parse<Record<string, string>>(readFileSync(this.path, 'utf8'), options).data;
  }

  /** The messages in the rows and the output of the latest command. */
  get visibleText(): string {
    const messages = this.rows.flatMap((row) =>
      Object.keys(row).flatMap((heading) =>
        heading.endsWith(' message') ? [row[heading] ?? ''] : [],
      ),
    );
    return [...messages, this.message.replaceAll(/\s*\n\s*/g, ' ')].join('\n');
  }

  expectAllScored(): void {
    const statuses = this.rows.map((row) => row['Assessment status']);
    expect(statuses, this.message).toEqual(this.rows.map(() => 'Scored'));
  }

  write(rowNumber: number, cells: Entry): void {
    const { rows } = this;
    this.save(rows.map((row, index) => (index === rowNumber - 2 ? { ...row, ...cells } : row)));
  }

  /** Clears cells of a row, by default all to the right of the input End date. */
  clear(row: number, headings = this.#resultHeadings): void {
    this.write(row, Object.fromEntries(headings.map((heading) => [heading, ''])));
  }

  get #resultHeadings(): string[] {
    const allHeadings = Object.keys(this.rows[0] ?? {});
    return allHeadings.slice(allHeadings.indexOf('End date') + 1);
  }

  save(rows: readonly Entry[]): void {
    writeFileSync(this.path, toCsv(rows));
  }

  /** Types the IDs from the service into every row, as advised after the loss of the journal. */
  async typeAllIds(): Promise<void> {
    const rows = this.rows.map(async (row) => ({
      ...row,
      'Assessment ID': await this.lookUp(row['Employee ID'] ?? ''),
    }));
    this.save(await Promise.all(rows));
  }

  async lookUp(employee: string): Promise<string> {
    const { assessments } = await this.service.readLedger();
    const found = assessments.findLast(({ employeeId }) => employeeId === employee);
    return String(found?.assessmentId);
  }

  async endFaults(): Promise<void> {
    await this.service.control('DELETE faults');
  }

  /** Starts to count requests. Sets the clock 8 days ahead, so that no earlier round continues. */
  async startCounting(): Promise<void> {
    const now = Date.now() + 8 * 86_400_000;
    // The clock advances, because commands wait for results.
    vi.useFakeTimers({ toFake: ['Date'], now, shouldAdvanceTime: true });
    this.#countedBefore = await this.#countRequests();
  }

  async stopCounting(): Promise<CountedRequests> {
    vi.useRealTimers();
    const { requests, people } = await this.#countRequests();
    return {
      requests: requests - this.#countedBefore.requests,
      people: people.slice(this.#countedBefore.people.length),
    };
  }

  async #countRequests(): Promise<CountedRequests> {
    const { requests, assessments } = await this.service.readLedger();
    const invited = (await this.service.readOutbox()).map(({ to }) => to);
    const people = {
      assess: assessments.map(({ employeeId }) => String(employeeId)),
      invite: invited,
      decide: [],
    };
    return { requests: requests[operations[this.command]], people: people[this.command] };
  }
}
