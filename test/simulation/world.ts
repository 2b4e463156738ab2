import { inWords } from '../../batch/cli/wording/wording.js';
import { UsageError } from '../../batch/engine/errors.js';
import { Journal } from '../../batch/engine/journal/journal.js';
import { isUnconfirmed, settle } from '../../batch/engine/journal/settle.js';
import { assess } from '../../batch/engine/operations/assess.js';
import { reassessing } from '../../batch/engine/operations/reassess.js';
import type { SheetOperation } from '../../batch/engine/operations/sheetOperation.js';
import { sheetFacts } from '../../batch/engine/run/importSheet.js';
import { type SheetStatus, statusOf } from '../../batch/engine/run/readStatus.js';
import { wordedReport } from '../../batch/engine/run/rowReport.js';
import { unconfirmedRows } from '../../batch/engine/run/unconfirmed.js';
import { VirtualClock } from './clock.js';
import { JournalDisk } from './journalDisk.js';
import { type Fault, ScriptedNetwork } from './network.js';
import { journalFiles, type Machine, readDisk, RunProcess, type RunOfProcess } from './process.js';
import { type Assessment, ServiceModel } from './service.js';
import { SheetOfPeople } from './sheet.js';

const inputHeadings = [
  ...['Employee ID', 'Purpose', 'Seniority', 'Role type', 'Citizenship', 'Destination country'],
  ...['Residency', 'Sales contracts', 'Past trips duration', 'Legal right to work'],
  ...['Benefits the local market', 'Start date', 'End date'],
];
export const countries = ['Portugal', 'Spain', 'Norway'] as const;

/** A trip of an employee. */
function trip(employee: string): readonly string[] {
  return [
    ...[employee, 'Work From Anywhere', 'Mid', 'Other', 'France', 'Portugal', 'Germany', 'No', '3'],
    ...['Yes', 'No', '2026-11-03', '2027-01-31'],
  ];
}

/** One thing that happens, small enough to be told. */
export type Event =
  | { readonly do: 'run'; readonly again: boolean; readonly concurrency: number }
  /** A run that dies after so many steps; a power cut keeps this share of what was not synced. */
  | {
      readonly do: 'crash';
      readonly again: boolean;
      readonly after: number;
      readonly power: number | undefined;
    }
  /** Two starts at once. */
  | { readonly do: 'twice' }
  /** What becomes of the request after so many others. */
  | { readonly do: 'fault'; readonly fault: Fault; readonly after: number }
  | Edit
  | { readonly do: 'resolve' }
  | { readonly do: 'wait'; readonly seconds: number };

/** What a person does to the cells. */
type Edit =
  | { readonly do: 'edit'; readonly row: number; readonly to: number }
  | { readonly do: 'sort' }
  | { readonly do: 'delete'; readonly row: number }
  /** To the end, without results. */
  | { readonly do: 'copy'; readonly row: number }
  | { readonly do: 'clear'; readonly row: number }
  | { readonly do: 'empty'; readonly row: number; readonly cell: number };

/** A promise that was broken, in a sentence. */
export class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise';
}

/** A machine, a service, and a person who does all that people do. */
export class World {
  readonly #clock: VirtualClock;
  readonly #service: ServiceModel;
  readonly #machine: Machine;
  readonly #faults = new Map<number, Fault>();
  #requests = 0;
  /** How many assessments of an employee a person has asked for. */
  readonly #allowed = new Map<string, number>();
  /** How many runs were started. */
  starts = 0;

  constructor(random: () => number, employees: readonly string[]) {
    this.#clock = new VirtualClock(random);
    this.#service = new ServiceModel(this.#clock.now, () => Math.floor(random() * 3_000));
    const network = new ScriptedNetwork(this.#service, this.#clock, (operation) => {
      const fault = this.#faults.get(this.#requests++);
      const isOfCreates = fault === 'anothers-answer' && operation !== 'rwa_create';
      return isOfCreates ? undefined : fault;
    });
    const sheet = new SheetOfPeople(inputHeadings, employees.map(trip));
    this.#machine = {
      clock: this.#clock,
      network,
      sheet,
      disk: new JournalDisk(),
      holder: undefined,
    };
    for (const employee of employees) this.#allow(employee);
  }

  async play(event: Event): Promise<void> {
    switch (event.do) {
      case 'run':
        await this.#run(event.again, { concurrency: event.concurrency });
        return;
      case 'crash':
        return this.#crash(event);
      case 'twice':
        return this.#startTwice();
      case 'fault':
        this.#faults.set(this.#requests + event.after, event.fault);
        return;
      case 'resolve':
        return this.#resolve();
      case 'wait':
        return this.#clock.pass(event.seconds * 1_000);
      case 'edit':
      case 'sort':
      case 'delete':
      case 'copy':
      case 'clear':
      case 'empty':
        this.#edit(event);
    }
  }

  /** Whoever does what the messages say ends with a score in every row. */
  async followAdvice(): Promise<void> {
    this.#faults.clear();
    let said = '';
    for (let round = 0; round < 12; round++) {
      // What the service once refused is right as it is.
      const ended = await this.#run(false, { retryRejected: true });
      if (ended === 'done') return;
      said = await this.#doWhatRowsSay();
    }
    throw new BrokenPromise(`It never ends. At last: ${said}`);
  }

  async #run(again: boolean, options: RunOfProcess = {}): Promise<string> {
    const operation = again ? reassessing({}) : assess;
    const before = this.#machine.sheet.rows.map((row) => row.slice(0, inputHeadings.length));
    const process = new RunProcess(this.#machine);
    this.starts++;
    const ended = await this.#counted(again, () =>
      this.#clock.until(process.run(operation, { ...options, newRound: again })),
    );
    this.#machine.holder = undefined;
    this.#checkCreates();
    const after = this.#machine.sheet.rows.map((row) => row.slice(0, inputHeadings.length));
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      throw new BrokenPromise('A run has changed what the user wrote.');
    }
    if (ended instanceof UsageError) return ended.message;
    if (ended instanceof Error) throw ended;
    await this.#checkSheet(assess);
    return typeof ended === 'object' ? ended.outcome : 'nothing';
  }

  async #crash({ again, after, power }: Extract<Event, { do: 'crash' }>): Promise<void> {
    const operation = again ? reassessing({}) : assess;
    const process = new RunProcess(this.#machine, after);
    this.starts++;
    const ended = await this.#counted(again, () =>
      this.#clock.until(process.run(operation, { newRound: again })),
    );
    if (ended instanceof Error && !(ended instanceof UsageError)) throw ended;
    this.#machine.holder = undefined;
    if (power !== undefined && ended === 'died') this.#machine.disk.cutPower(power);
    this.#checkCreates();
  }

  async #startTwice(): Promise<void> {
    const runs = [1, 2].map(() => new RunProcess(this.#machine).run(assess));
    this.starts += 2;
    const ends = await this.#clock.until(Promise.all(runs));
    for (const ended of ends) {
      if (ended instanceof Error && !(ended instanceof UsageError)) throw ended;
    }
    this.#machine.holder = undefined;
    this.#checkCreates();
    // A run that could not begin has written nothing.
    if (ends.some((ended) => ended !== undefined && !(ended instanceof Error))) {
      await this.#checkSheet(assess);
    }
  }

  /** A round makes one more for each row at the most, and only while it goes on. */
  async #counted<T>(again: boolean, run: () => Promise<T>): Promise<T> {
    if (!again) return run();
    const rows = countOf(this.#machine.sheet.rows.map(([employee = '']) => employee));
    const before = this.#created();
    const ended = await run();
    // What was under way when it died arrives as well.
    await this.#clock.pass(120_000);
    for (const [employee, count] of this.#created()) {
      const made = count - (before.get(employee) ?? 0);
      const most = rows.get(employee) ?? 0;
      if (made > most) throw new BrokenPromise(`A round has sent ${employee} ${made} times.`);
      this.#allow(employee, made);
    }
    return ended;
  }

  #created(): Map<string, number> {
    return countOf(this.#service.assessments.map(({ request }) => String(request.employeeId)));
  }

  #allow(employee: string, more = 1): void {
    this.#allowed.set(employee, (this.#allowed.get(employee) ?? 0) + more);
  }

  #checkCreates(): void {
    for (const [employee, count] of this.#created()) {
      const most = this.#allowed.get(employee) ?? 0;
      if (count > most) {
        throw new BrokenPromise(
          `${employee} was sent ${count} times, and asked for ${most} times.`,
        );
      }
    }
  }

  /** The sheet says of every row what the program says, and shows no score but that of its inputs. */
  async #checkSheet(operation: SheetOperation): Promise<void> {
    const { sheet } = this.#machine;
    const { rows } = await this.#status(operation);
    const scored = new Set<string>();
    for (const [index, row] of sheet.rows.entries()) {
      const cells = sheet.record(row);
      const { report } = rows[index] ?? {};
      const shown = cells['Assessment status'] ?? '';
      const told = `row ${index + 2} says "${shown}"`;
      // A row that nothing was done for need not be written to.
      const isUntouched = shown === '' && report?.status === 'Not sent';
      // The refusal of a round is not the end of the case: assess knows the result before it.
      const isOfRound = shown === 'Rejected' && report?.status === 'Scored';
      if (report !== undefined && shown !== report.status && !isUntouched && !isOfRound) {
        throw new BrokenPromise(`${told}, and rwa status ${report.status}.`);
      }
      if (shown !== 'Scored') continue;
      const id = cells['Assessment ID'] ?? '';
      const made = this.#service.find(id);
      if (made === undefined)
        throw new BrokenPromise(`${told} of an assessment that is not there.`);
      this.#checkScores(cells, made, told);
      if (scored.has(id)) throw new BrokenPromise(`${told}, with the assessment of another row.`);
      scored.add(id);
    }
  }

  #checkScores(cells: Readonly<Record<string, string>>, made: Assessment, told: string): void {
    const { employeeId, destination } = made.request;
    const { 'Employee ID': employee, 'Destination country': country } = cells;
    if (employeeId !== employee || destination !== country) {
      throw new BrokenPromise(
        `${told} for ${employee ?? ''}, ${country ?? ''}, with the score of ${String(employeeId)}, ${String(destination)}.`,
      );
    }
    const { overallTrip } = this.#service.scoresOf(made);
    if (Number(cells['Overall trip risk']) !== overallTrip) {
      throw new BrokenPromise(`${told} with a score that is not its own.`);
    }
  }

  async #status(operation: SheetOperation): Promise<SheetStatus> {
    const { sheet, disk } = this.#machine;
    const file = sheet.open(() => false);
    const { known } = await readDisk(disk);
    const journal = { known, files: journalFiles, leftBehind: () => Promise.resolve(undefined) };
    return statusOf(file, journal, operation, { inputs: operation }, inWords, this.#clock.now());
  }

  /** A person looks up in the service what became of rows that were never answered. */
  async #resolve(): Promise<void> {
    const { storage } = new RunProcess(this.#machine);
    for (let times = 0; times < 20; times++) {
      const status = await this.#status(assess);
      const [first] = unconfirmedRows(status);
      if (first === undefined) return;
      const { key, row, request } = first;
      const planned = status.rows.find((each) => each.planned.number === row)?.planned;
      const employee = row === undefined ? undefined : this.#machine.sheet.rows[row - 2]?.[0];
      const { known } = await readDisk(this.#machine.disk);
      // Without its journal a run has to record first what the sheet says.
      if (known.service === undefined) return;
      const found = this.#service.assessments.find(
        (each) =>
          known.keyOfId(each.id) === undefined &&
          (employee === undefined || each.request.employeeId === employee) &&
          (request === undefined || each.request.destination === request.destination),
      );
      const lock = await storage.lock();
      const journal: Journal = await storage.openJournal(lock);
      const at = new Date(this.#clock.now()).toISOString();
      if (planned?.isOpenInSheet === true) {
        for (const fact of sheetFacts(planned, journal.state(key), at, journal.hashOf))
          journal.append(fact);
      }
      const exists = found === undefined ? {} : { exists: assess.tookEffect(key, found.id, at) };
      settle(journal, { row: key, at, ...exists });
      await this.#clock.until(journal.close());
      await lock.release();
    }
  }

  /** What the message of the first row that is not finished says. */
  async #doWhatRowsSay(): Promise<string> {
    const { rows, states } = await this.#status(assess);
    if ([...states.values()].some(isUnconfirmed)) {
      await this.#resolve();
      return 'Unconfirmed';
    }
    for (const { planned, report } of rows) {
      const { message, status } = wordedReport(report, inWords);
      if (['Scored', 'Pending', 'Not sent'].includes(status)) continue;
      if (message.includes('Do what the message of row')) continue;
      const row = planned.number - 2;
      if (message.includes('rwa reassess makes')) await this.#run(true);
      else if (/clear (?:its|the|them)/.test(message)) this.#clear(row);
      else if (message.includes('rwa resolve')) await this.#resolve();
      else if (message.includes('Remove one of them')) this.#delete(row);
      else throw new BrokenPromise(`${status}, and nothing to do in "${message}"`);
      return `${status}: ${message}`;
    }
    return 'nothing to do';
  }

  #edit(event: Edit): void {
    const { sheet } = this.#machine;
    const rows = sheet.rows.slice();
    switch (event.do) {
      case 'edit': {
        const row = rows[event.row]?.slice();
        if (row === undefined) return;
        row[5] = countries[event.to % countries.length] ?? '';
        rows[event.row] = row;
        sheet.save(sheet.headings, rows);
        return;
      }
      case 'sort':
        sheet.save(sheet.headings, rows.toReversed());
        return;
      case 'delete':
        this.#delete(event.row);
        return;
      case 'copy': {
        const row = rows[event.row];
        if (row === undefined) return;
        this.#allow(row[0] ?? '');
        sheet.save(sheet.headings, [...rows, row.slice(0, inputHeadings.length)]);
        return;
      }
      case 'clear':
        this.#clear(event.row);
        return;
      case 'empty':
        this.#clear(event.row, event.cell);
    }
  }

  #delete(at: number): void {
    const { sheet } = this.#machine;
    if (sheet.rows.length < 2) return;
    sheet.save(
      sheet.headings,
      sheet.rows.filter((_, index) => index !== at),
    );
  }

  /** Our cells of a row, or one of them. */
  #clear(at: number, cell?: number): void {
    const { sheet } = this.#machine;
    const row = sheet.rows[at];
    if (row === undefined || sheet.headings.length === inputHeadings.length) return;
    const width = sheet.headings.length - inputHeadings.length;
    const only = cell === undefined ? undefined : inputHeadings.length + (cell % width);
    const isCleared = (index: number) =>
      index >= inputHeadings.length && (only === undefined || index === only);
    // Without its id and with other inputs, a row is another case.
    if (isCleared(sheet.headings.indexOf('Assessment ID'))) this.#allow(row[0] ?? '');
    const cleared = row.map((text, index) => (isCleared(index) ? '' : text));
    sheet.save(
      sheet.headings,
      sheet.rows.map((each, index) => (index === at ? cleared : each)),
    );
  }
}

function countOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
