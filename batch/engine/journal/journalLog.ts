import type { Fact, RoundFact, RowFact, RunFact } from './facts.js';
import { JournalState } from './journalState.js';
import { forEachLine } from './readJournal.js';
import type { RowState } from './rowState.js';

export interface LoggedRun {
  /** Missing for facts before the first recorded command. */
  readonly run?: RunFact;
  /** The start time of the command or, if none is recorded, of the first fact, ISO 8601. */
  readonly beganAt: string;
  readonly endedAt: string;
  readonly counts: Readonly<Record<RunCount, number>>;
  readonly rounds: readonly LoggedRound[];
  /** New base URLs of the service. */
  readonly services: readonly string[];
  readonly ignoresOtherServices: boolean;
}

export interface LoggedRound {
  readonly number: number;
  readonly name?: string;
  /** No row was unsent or pending, and the results were in the sheet. */
  readonly isFinished: boolean;
}

const runCounts = [
  /** Counted as in the run's summary: with rejected rows, except those refused for the token. */
  'sent',
  /** Scores, or requests that took effect. */
  'results',
  'rejected',
  /** Requests without a usable answer, including those of a run that was killed. */
  'unconfirmed',
  /** Unconfirmed or detached rows of the run that have been resolved since. */
  'resolvedSince',
  'notRead',
  /** Requests that only the sheet had shown. */
  'fromSheet',
  /** Requests that took effect according to a person. */
  'confirmed',
  'sentAgain',
  'detached',
  /** Rows of forgotten people, which are kept so that they are not sent again. */
  'forgotten',
] as const;
type RunCount = (typeof runCounts)[number];

type Writable<T> = { -readonly [P in keyof T]: T[P] };
interface OpenRun extends Writable<Omit<LoggedRun, 'counts' | 'rounds' | 'services'>> {
  readonly counts: Record<RunCount, number>;
  readonly rounds: Writable<LoggedRound>[];
  readonly services: string[];
}

/** `isInUse`: a run is adding facts, so its requests without an answer are not unconfirmed yet. */
export async function readJournalLog(
  path: string,
  isInUse: boolean,
): Promise<readonly LoggedRun[]> {
  const log = new JournalLog();
  await forEachLine(path, ({ fact }) => {
    log.apply(fact);
  });
  return log.end(isInUse);
}

class JournalLog {
  readonly #known = new JournalState();
  readonly #runs: OpenRun[] = [];
  /** The rows that the last run has sent. */
  readonly #sent = new Set<string>();
  readonly #inFlight = new Set<string>();
  /** The run in which each row became unconfirmed, by row key. */
  readonly #unconfirmed = new Map<string, OpenRun>();

  apply(fact: Fact): void {
    if (fact.fact === 'run') this.#begin(fact);
    else if (fact.fact !== 'journal') this.#add(fact, this.#getCurrentRun(fact.at));
    this.#known.apply(fact);
  }

  end(isInUse: boolean): readonly LoggedRun[] {
    if (!isInUse) this.#markUnanswered();
    return this.#runs;
  }

  #begin(run: RunFact): void {
    const last = this.#runs.at(-1)?.run;
    // A command that opens the journal several times records the same start time each time.
    if (last?.at === run.at && last.command === run.command && last.host === run.host) return;
    this.#markUnanswered();
    this.#sent.clear();
    this.#runs.push(createRun(run.at, run));
  }

  #getCurrentRun(at: string): OpenRun {
    const last = this.#runs.at(-1) ?? createRun(at);
    if (this.#runs.length === 0) this.#runs.push(last);
    last.endedAt = at;
    return last;
  }

  #markUnanswered(): void {
    const last = this.#runs.at(-1);
    for (const row of this.#inFlight)
      if (last !== undefined) this.#countUnresolved(row, last, 'unconfirmed');
    this.#inFlight.clear();
  }

  #countUnresolved(row: string, run: OpenRun, count: 'unconfirmed' | 'detached'): void {
    if (this.#unconfirmed.has(row)) return;
    run.counts[count]++;
    this.#unconfirmed.set(row, run);
  }

  #add(fact: Exclude<Fact, { fact: 'journal' } | RunFact>, run: OpenRun): void {
    if ('row' in fact) this.#addRow(fact, run);
    else if (fact.fact === 'round' || fact.fact === 'round_ended') this.#addRound(fact, run);
    else if (fact.fact === 'service') run.services.push(fact.service);
    else if (fact.fact === 'other_service') run.ignoresOtherServices = true;
  }

  #addRound(fact: RoundFact, { rounds }: OpenRun): void {
    const isFinished = fact.fact === 'round_ended';
    const begun = rounds.find(({ number }) => number === fact.round);
    if (begun !== undefined) begun.isFinished = isFinished;
    else {
      const name = isFinished || fact.name === undefined ? {} : { name: fact.name };
      rounds.push({ number: fact.round, ...name, isFinished });
    }
  }

  #addRow(fact: RowFact, run: OpenRun): void {
    const { row } = fact;
    const isByPerson = run.run?.command === 'resolve';
    if (!isByPerson && isSent(fact)) this.#sent.add(row);
    else if (fact.fact === 'released') this.#sent.delete(row);
    run.counts.sent = this.#sent.size;
    if (fact.fact === 'intent') {
      this.#inFlight.add(row);
      return;
    }
    this.#inFlight.delete(row);
    if (fact.fact === 'unconfirmed') {
      this.#countUnresolved(row, run, fact.reason.code === 'detached' ? 'detached' : 'unconfirmed');
      return;
    }
    const count = toCount(fact, this.#known.state(row));
    if (count !== undefined) run.counts[count]++;
    const waitingRun = this.#unconfirmed.get(row);
    if (waitingRun === undefined || !outcomes.has(fact.fact)) return;
    waitingRun.counts.resolvedSince++;
    this.#unconfirmed.delete(row);
  }
}

/** A repeatable request has no intent; a refused request is released before it is rejected. */
function isSent(fact: RowFact): boolean {
  if (fact.fact === 'done') return fact.by === 'answer';
  if (fact.fact === 'unconfirmed') return fact.reason.code === 'requestFailed';
  return fact.fact === 'intent' || fact.fact === 'rejected';
}

/** The facts that resolve an unconfirmed row. */
const outcomes: ReadonlySet<Fact['fact']> = new Set<Fact['fact']>([
  'created',
  'done',
  'rejected',
  'send_again',
]);

function toCount(fact: RowFact, before: RowState | undefined): RunCount | undefined {
  switch (fact.fact) {
    case 'scored':
      return 'results';
    case 'created':
      return fact.by === 'answer' ? undefined : countBySource[fact.by];
    case 'done':
      return fact.by === 'answer' ? 'results' : countBySource[fact.by];
    case 'send_again':
      // A run with --retry-rejected also records this fact.
      return before?.state === 'Rejected' ? undefined : 'sentAgain';
    case 'not_read':
      return 'notRead';
    case 'rejected':
    case 'forgotten':
      return fact.fact;
    case 'intent':
    case 'released':
    case 'unconfirmed':
      return undefined;
  }
}

const countBySource = { person: 'confirmed', sheet: 'fromSheet', reference: 'fromSheet' } as const;

function createRun(at: string, run?: RunFact): OpenRun {
  const counts = Object.fromEntries(runCounts.map((count) => [count, 0])) as OpenRun['counts'];
  return {
    ...(run === undefined ? {} : { run }),
    beganAt: at,
    endedAt: at,
    counts,
    rounds: [],
    services: [],
    ignoresOtherServices: false,
  };
}
