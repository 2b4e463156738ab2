import { inWords } from '../../batch/cli/wording/wording.js';
import { UsageError } from '../../batch/engine/errors.js';
import { JournalError } from '../../batch/engine/journal/journalStore.js';
import { JournalState } from '../../batch/engine/journal/journalState.js';
import { isUnconfirmed } from '../../batch/engine/journal/settle.js';
import { assess, createReassessment } from '../../batch/engine/operations/assess.js';
import { formatReport } from '../../batch/engine/rows/rowReport.js';
import type { Selection } from '../../batch/engine/rows/selection.js';
import { Allowance, BrokenPromise } from './allowance.js';
import { arrivedMs, VirtualClock } from './clock.js';
import { type Disturbance, type Edit, type Event, firstRows, type Only } from './events.js';
import { JournalDisk } from './journalDisk.js';
import { type Machine, readKnown } from './machine.js';
import { type Fault, ScriptedNetwork } from './network.js';
import { Person } from './person.js';
import { type RunEnd, type ProcessRunOptions, RunProcess } from './process.js';
import { SharedStore } from './sharedStore.js';
import { splitIntoSlices, type SharedRun, workOnSlices } from './workers.js';
import { ServiceModel } from './service.js';
import { SharedSheet } from './sheet.js';
import { SheetCheck } from './sheetCheck.js';
import { readSheetStatus } from './sheetStatus.js';
import { noDate, trip, usersHeadings } from './trips.js';

/** The sheet and the journal at one moment. */
interface Backup {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly journal: Buffer;
}

/** A simulated machine, a service, and a person. */
export class World {
  readonly #clock: VirtualClock;
  readonly #service: ServiceModel;
  readonly #machine: Machine;
  readonly #allowance: Allowance;
  readonly #person: Person;
  readonly #check: SheetCheck;
  /** The faults of future requests, by the number of the request. */
  readonly #faults = new Map<number, Fault>();
  #requests = 0;
  /** The minimum time until the result of a new assessment is ready. */
  #slowMs = 0;
  /** The sheet and the journal before each event. */
  readonly #backups: Backup[] = [];
  /** The number of runs that were started. */
  starts = 0;

  constructor(random: () => number) {
    this.#clock = new VirtualClock(random);
    const readyAfterMs = () => this.#slowMs + Math.floor(random() * 3_000);
    this.#service = new ServiceModel(this.#clock.now, readyAfterMs);
    const network = new ScriptedNetwork(this.#service, this.#clock, (operation) => {
      const fault = this.#faults.get(this.#requests++);
      const isOfCreates = fault === 'anothers-answer' || fault === 'swapped-answers';
      return isOfCreates && operation !== 'rwa_create' ? undefined : fault;
    });
    const sheet = new SharedSheet(usersHeadings, firstRows.map(trip));
    const disk = new JournalDisk();
    this.#machine = {
      clock: this.#clock,
      network,
      sheet,
      disk,
      deleted: undefined,
      recovered: undefined,
      holder: undefined,
    };
    this.#allowance = new Allowance(
      this.#service,
      firstRows.map(([employee]) => employee),
    );
    this.#person = new Person(this.#machine, this.#service, this.#allowance);
    this.#check = new SheetCheck(this.#machine, this.#service);
  }

  async play(event: Event): Promise<void> {
    const { sheet, disk } = this.#machine;
    this.#backups.push({ headings: sheet.headings, rows: sheet.rows, journal: disk.bytes });
    switch (event.do) {
      case 'run': {
        const { again, concurrency, flags, newRound, only } = event;
        const options = flags === 'none' ? {} : { [flags]: true };
        await this.#run(again ? only : false, { concurrency, newRound, ...options });
        return;
      }
      case 'disturb':
        return this.#disturb(event);
      case 'twice':
        return this.#startTwice(event);
      case 'machines':
        return this.#runOnMachines(event);
      case 'fault':
        this.#faults.set(this.#requests + event.after, event.fault);
        return;
      case 'slow':
        this.#slowMs = event.seconds * 1_000;
        return;
      case 'resolve':
        return this.#resolve();
      case 'rejectId':
        return this.#person.rejectId(event.row);
      case 'acceptSheet':
        return this.#acceptSheet();
      case 'newRow':
        return this.#person.sendAsNew(event.row);
      case 'restore':
        return this.#restore(event);
      case 'wait':
        return this.#clock.advanceBy(event.seconds * 1_000);
      case 'edit':
      case 'employee':
      case 'misspell':
      case 'add':
      case 'sort':
      case 'delete':
      case 'copy':
      case 'clear':
      case 'empty':
      case 'type':
      case 'typeId':
        this.#edit(event);
        this.#noteChange(await readKnown(this.#machine.disk), false);
        return;
      default:
        // A kept story may contain an event that was renamed since.
        throw new Error(`No event ${JSON.stringify(event satisfies never)}`);
    }
  }

  /** Follows the advice of the messages until every row has a score. */
  async followAdvice(): Promise<void> {
    this.#faults.clear();
    this.#slowMs = 0;
    let message = '';
    // A story that needs more rounds probably never ends.
    for (let round = 0; round < 14; round++) {
      // A platform in front of the service may have refused valid requests.
      const end = await this.#run(false, { retryRejected: true });
      if (end === 'done') return;
      message = await this.#followMessage(end);
    }
    throw new BrokenPromise(`The rows have no scores after 14 rounds. The last advice: ${message}`);
  }

  /**
   * Runs without a disturbance: assesses, or reassesses the rows in `again`. Resolves to the
   * outcome or to the reason for a refusal.
   */
  async #run(again: Only | Selection | false, options: ProcessRunOptions = {}): Promise<string> {
    const isSheetNewer = await this.#check.isNewerThanJournal();
    const checkUsersCells = this.#check.watchUsersCells();
    const checkSent = await this.#check.watchSentRows(again !== false);
    const checkIds = await this.#check.watchIds();
    const createdBefore = this.#service.assessments.length;
    if (options.sendDuplicates === true) this.#allowRestoredDuplicates();
    const end = await this.#start(again !== false, () =>
      this.#clock.advanceUntilEnd(new RunProcess(this.#machine).run(toOperation(again), options)),
    );
    checkUsersCells();
    checkSent();
    checkIds();
    if (
      isSheetNewer &&
      !(end instanceof UsageError && this.#service.assessments.length === createdBefore)
    ) {
      throw new BrokenPromise('A run has used a journal that is older than the sheet.');
    }
    if (end instanceof Error) return end.message;
    await this.#checkSheet(end);
    return typeof end === 'object' ? end.outcome : 'nothing';
  }

  #allowRestoredDuplicates(): void {
    this.#allowance.noteRepeated([]);
    this.#person.allowRestoredDuplicates();
  }

  async #disturb({ again, after, by }: Extract<Event, { do: 'disturb' }>): Promise<void> {
    await this.#clock.advanceBy(arrivedMs);
    const before = await readKnown(this.#machine.disk);
    const selection = again && 'all';
    let second: Promise<RunEnd> | undefined;
    const process = new RunProcess(this.#machine, {
      after,
      happen: (disturbed) => {
        if (by.by === 'standstill') second = this.#takeOver(disturbed);
        else this.#disturbProcess(disturbed, by, before);
      },
    });
    const end = await this.#start(
      again,
      async () => {
        const first = await this.#clock.advanceUntilEnd(
          process.run(toOperation(selection), { newRound: again }),
        );
        return second === undefined ? first : await this.#clock.advanceUntilEnd(second);
      },
      // The first run may reassess rows that the second one assessed for the first time.
      () => (second === undefined ? 1 : 2),
    );
    if (by.by === 'power' && end === 'died') this.#machine.disk.cutPower(by.share);
    if (by.by === 'edit' || by.by === 'noJournal') {
      this.#noteChange(await readKnown(this.#machine.disk), by.by === 'noJournal');
    }
    if (by.by === 'interrupt') await this.#checkSheet(end);
  }

  #disturbProcess(
    process: RunProcess,
    by: Exclude<Disturbance, { by: 'standstill' }>,
    before: JournalState,
  ): void {
    switch (by.by) {
      case 'kill':
      case 'power':
        process.die();
        return;
      case 'interrupt':
        process.interrupt();
        return;
      case 'noJournal':
        this.#machine.deleted = new JournalDisk(this.#machine.disk.bytes);
        this.#machine.disk = new JournalDisk();
        if (!process.hasJournal) this.#noteChange(new JournalState(), true);
        return;
      case 'edit':
        this.#edit(by.edit);
        // The run may read the sheet only after this edit, with the journal from before the run.
        this.#check.noteChange(before);
    }
  }

  #edit(edit: Edit): void {
    this.#person.edit(edit);
    this.#check.noteEdit(edit);
    // After a change of our cells, a duplicate row may match a request that was sent earlier.
    if (['copy', 'clear', 'empty', 'type', 'typeId'].includes(edit.do)) {
      this.#allowance.noteRepeated([]);
    }
  }

  /** Starts another run, which takes over the lock because the first one seems dead. */
  #takeOver(first: RunProcess): Promise<RunEnd> {
    this.#machine.holder = undefined;
    this.starts++;
    const second = new RunProcess(this.#machine).run(assess);
    first.freeze(second);
    return second;
  }

  async #startTwice({ again, laterMs }: Extract<Event, { do: 'twice' }>): Promise<void> {
    const selection = again && 'all';
    const day = () => new Date(this.#clock.now()).getUTCDate();
    const today = day();
    this.starts++;
    const end = await this.#start(
      again,
      async () => {
        const first = new RunProcess(this.#machine).run(toOperation(selection));
        const later = this.#clock.sleep(laterMs).then(() => {
          return new RunProcess(this.#machine).run(toOperation(selection));
        });
        const ends = await this.#clock.advanceUntilEnd(Promise.all([first, later]));
        // A run that was not refused wrote the sheet.
        return ends.find((end) => !(end instanceof Error)) ?? ends[0];
      },
      // After midnight the same command begins another round.
      () => (day() === today ? 1 : 2),
    );
    await this.#checkSheet(end);
  }

  async #runOnMachines(event: Extract<Event, { do: 'machines' }>): Promise<void> {
    const { again, concurrency, slice, after, by } = event;
    await this.#clock.advanceBy(arrivedMs);
    const store = new SharedStore(this.#machine, { again, concurrency });
    const run: SharedRun = {
      machine: this.#machine,
      store,
      concurrency,
      newRound: again,
      operation: toOperation(again && 'all'),
    };
    const thaw = Promise.withResolvers<undefined>();
    const firstStopped = Promise.withResolvers<undefined>();
    const first = new RunProcess(this.#machine, {
      after,
      happen: (process) => {
        if (by.by === 'cutOff') store.cutOff(process, by.seconds * 1_000);
        else {
          if (by.by === 'kill') process.die();
          else process.freeze(thaw.promise);
          firstStopped.resolve(undefined);
        }
      },
    });
    const workOnRest = () => workOnSlices(run, new RunProcess(this.#machine));
    await this.#start(again, async () => {
      try {
        await this.#clock.advanceUntilEnd(splitIntoSlices(run, slice));
      } catch (error) {
        return error as Error;
      }
      const firstDone = workOnSlices(run, first);
      await this.#clock.advanceUntilEnd(
        Promise.all([Promise.race([firstDone, firstStopped.promise]), workOnRest()]),
      );
      // In a round, the settled assessment may belong to another row.
      if (event.settled && !again) {
        await this.#resolve();
        await this.#clock.advanceUntilEnd(splitIntoSlices(run, slice));
        await this.#clock.advanceUntilEnd(workOnRest());
      }
      thaw.resolve(undefined);
      if (!first.isDead) await this.#clock.advanceUntilEnd(firstDone);
      return undefined;
    });
  }

  /**
   * Starts a run, and checks afterwards that no employee was sent too often. The run may be
   * refused, or stop because of its journal.
   */
  async #start(
    again: boolean,
    run: () => Promise<RunEnd>,
    rounds: () => number = () => 1,
  ): Promise<RunEnd> {
    this.starts++;
    const { sheet } = this.#machine;
    const employees = () => sheet.rows.map(([employee = '']) => employee);
    const runUntilArrived = async () => {
      const end = await run();
      await this.#clock.advanceBy(arrivedMs);
      return end;
    };
    // A round may treat a duplicate as another row that was edited.
    const noteRepeated = () => {
      const status = sheet.headings.indexOf('Assessment status');
      this.#allowance.noteRepeated(again ? [] : sheet.rows, status);
    };
    noteRepeated();
    const end = again
      ? await this.#allowance.runRound(employees, rounds, runUntilArrived)
      : await run();
    // A person may have edited the sheet before the run read it.
    noteRepeated();
    const { recovered } = this.#machine;
    // The message asks the user to put the recovered journal in place.
    if (recovered !== undefined) this.#machine.disk = recovered;
    [this.#machine.deleted, this.#machine.recovered] = [undefined, undefined];
    this.#machine.holder = undefined;
    this.#allowance.check();
    const isExpected = end instanceof UsageError || end instanceof JournalError;
    if (end instanceof Error && !isExpected) throw end;
    return end;
  }

  async #acceptSheet(): Promise<void> {
    this.#check.noteTypedIds(await this.#person.acceptSheet());
  }

  async #resolve(): Promise<void> {
    await this.#person.resolve();
  }

  /** Checks the sheet if the run has written into it. */
  async #checkSheet(end: RunEnd): Promise<void> {
    if (end === undefined || end === 'died' || end instanceof Error) return;
    if (end.notInPlace !== undefined) return;
    this.#person.isSheetOld = false;
    await this.#check.check();
  }

  async #restore({ what, back }: Extract<Event, { do: 'restore' }>): Promise<void> {
    await this.#clock.advanceBy(arrivedMs);
    const backup = this.#backups.at(-1 - back) ?? this.#backups[0];
    if (backup === undefined) return;
    const { headings, rows, journal } = backup;
    if (what === 'sheet') {
      this.#machine.sheet.save(headings, rows);
      this.#person.noteRestoredSheet();
    } else {
      this.#machine.disk = new JournalDisk(what === 'journal' ? journal : Buffer.alloc(0));
    }
    this.#noteChange(await readKnown(this.#machine.disk), what !== 'sheet');
  }

  #noteChange(known: JournalState, isOtherJournal: boolean): void {
    if (isOtherJournal) this.#check.noteOtherJournal();
    this.#check.noteChange(known);
    const { sheet } = this.#machine;
    this.#allowance.allowUnrecorded(
      known,
      sheet.rows.map((row) => sheet.toRecord(row)),
    );
  }

  /**
   * Follows the advice of a refusal, resolves the unconfirmed rows, or follows the first message
   * that asks for something.
   */
  async #followMessage(end: string): Promise<string> {
    if (end.includes('journalOlderThanSheet')) {
      await this.#acceptSheet();
      this.#check.noteAccepted();
      return end;
    }
    // In milliseconds, and longer than any result takes.
    if (end === 'pending') await this.#clock.advanceBy(6_000_000);
    const { rows, states } = await readSheetStatus(this.#machine, assess);
    if ([...states.values()].some(isUnconfirmed)) {
      await this.#resolve();
      return 'Unconfirmed';
    }
    for (const { planned, report } of rows) {
      const { message, status } = formatReport(report, inWords);
      const isWrongId = message.includes('rwa resolve with --row and --exists');
      if (['Scored', 'Pending', 'Not sent'].includes(status) && !isWrongId) continue;
      if (message.includes('Follow the message in row')) continue;
      const row = planned.number - 2;
      if (message.includes(noDate)) this.#person.correct(row);
      else if (message.includes('rwa reassess with --rows and the number of this row')) {
        const retryRejected = message.includes('--retry-rejected');
        await this.#run({ rows: [[planned.number, planned.number]] }, { retryRejected });
      } else if (message.includes('were copied: clear them')) this.#person.clearCopy(row);
      else if (isWrongId && (await this.#person.acceptOwnId(row))) return `Accepted: ${message}`;
      else if (message.includes('type its Assessment ID') && (await this.#person.typeOwnId(row))) {
        return `Typed: ${message}`;
      } else if (/clear (?:its|the|them)/.test(message)) this.#person.clear(row);
      else if (message.includes('rwa resolve')) await this.#resolve();
      else if (message.includes('Delete one of them')) this.#person.delete(row);
      else throw new BrokenPromise(`${status}, and nothing to do in "${message}"`);
      return `${status}: ${message}`;
    }
    return 'nothing to do';
  }
}

const selections: Readonly<Record<Only, Selection>> = {
  all: {},
  changed: { onlyChanged: true },
  firstRows: { rows: [[2, 3]] },
  portugal: { where: new Map([['destination', ['Portugal']]]) },
};

function toOperation(again: Only | Selection | false) {
  if (again === false) return assess;
  return createReassessment(typeof again === 'string' ? selections[again] : again);
}
