import { messageOf } from '../../engine/errors.js';
import type { Journal } from '../../engine/journal/journal.js';
import { JournalError } from '../../engine/journal/journalError.js';
import type { OtherRuns, RowToTake, Taken } from '../../engine/rows/rowWork.js';
import {
  type Claim,
  type Claimed,
  type ClaimedRow,
  claimRow,
  closeClaim,
  followJournal,
  releaseClaim,
  rowOfAssessment,
} from './sentRequests.js';
import type { Store } from './store.js';
import { inTransaction } from './transaction.js';

/** So long a row waits for the answer to the same row of another sheet whose run is under way. */
const longestWaitMs = 60_000;
const askAgainMs = 200;
/** What there is no hurry with is said with the next question, or after this time. */
const laterMs = 100;

interface Wanted {
  readonly claim: Claim;
  readonly untilMs: number;
  readonly resolve: (taken: Taken) => void;
  readonly reject: (error: Error) => void;
}

/**
 * What all runs of a server have sent, whatever sheet it came from. What is asked and said in one turn of the
 * event loop is one transaction: each commit waits for the disk.
 */
export class SentRows {
  readonly #store: Store;
  readonly #now: () => number;
  /** The journals of the runs that are under way, once they are open. */
  readonly #live = new Map<string, () => Pick<Journal, 'state'> | undefined>();
  /** Rows that were taken in this process and have no answer yet, each with its owner. */
  readonly #taken = new Set<string>();
  #wanted: Wanted[] = [];
  #changes: (() => void)[] = [];
  #isDue = false;
  #later: NodeJS.Timeout | undefined;
  #heard: () => void = () => undefined;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** The rows of the other owners, for a run of this one; `journal` is its journal once it is open. */
  of(owner: string, journal: () => Journal | undefined): OtherSheets {
    return new OtherSheets(this, owner, journal);
  }

  /** A run of the owner is under way, so that its rows will have answers. Ends with the journal's last word. */
  begin(
    owner: string,
    journalOf: () => Pick<Journal, 'state'> | undefined,
  ): (journal: Pick<Journal, 'state'> | undefined) => void {
    this.#live.set(owner, journalOf);
    return (journal) => {
      this.#live.delete(owner);
      // Its last answers first.
      this.#flush();
      if (journal === undefined) return;
      inTransaction(this.#store, () => {
        followJournal(this.#store, owner, journal);
      });
    };
  }

  /** Calls back after rows got their answers, or were not sent after all. */
  onAnswer(heard: () => void): void {
    this.#heard = heard;
  }

  rowOf(assessmentId: string): string | undefined {
    return rowOfAssessment(this.#store, assessmentId);
  }

  /** Rejects with a JournalError when it cannot be recorded. */
  take(claim: Claim): Promise<Taken> {
    return new Promise((resolve, reject) => {
      this.#wanted.push({ claim, resolve, reject, untilMs: this.#now() + longestWaitMs });
      this.#soon();
    });
  }

  /** Records a change of a row with the next ones. If it is lost, the journal of the owner says the same. */
  change(of: ClaimedRow, change: (store: Store) => void): void {
    this.#changes.push(() => {
      change(this.#store);
      this.#taken.delete(nameOf(of));
    });
    this.#later ??= setTimeout(() => {
      this.#flush();
    }, laterMs);
  }

  #soon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#flush();
    });
  }

  #flush(): void {
    this.#isDue = false;
    clearTimeout(this.#later);
    this.#later = undefined;
    const [wanted, changes] = [this.#wanted, this.#changes];
    if (wanted.length + changes.length === 0) return;
    [this.#wanted, this.#changes] = [[], []];
    const at = new Date(this.#now()).toISOString();
    let claimed: readonly Claimed[];
    try {
      claimed = inTransaction(this.#store, () => {
        for (const change of changes) change();
        return wanted.map(({ claim }) => claimRow(this.#store, claim, at));
      });
    } catch (error) {
      // The changes are tried again with the next ones.
      this.#changes.unshift(...changes);
      const said = {
        code: 'journalWriteFailed',
        journal: 'sent_request',
        reason: messageOf(error),
      } as const;
      for (const { reject } of wanted) reject(new JournalError(said));
      return;
    }
    if (changes.length > 0) this.#heard();
    const waiting = wanted.filter((one, index) => !this.#answered(one, claimed[index]));
    if (waiting.length > 0) {
      setTimeout(() => {
        this.#askAgain(waiting);
      }, askAgainMs);
    }
  }

  #askAgain(waiting: readonly Wanted[]): void {
    this.#wanted.push(...waiting);
    this.#soon();
  }

  /** False while another run that is under way is about to get the answer. */
  #answered({ claim, resolve, untilMs }: Wanted, claimed: Claimed | undefined): boolean {
    if (claimed === undefined || claimed.is === 'new') {
      this.#taken.add(nameOf(claim));
      resolve('new');
      return true;
    }
    const isOpen = claimed.is === 'employee' || !claimed.row.isDone;
    if (isOpen && this.#isUnderWay(claimed) && this.#now() < untilMs) return false;
    resolve(claimed.is === 'employee' ? 'employeeUnanswered' : claimed.row);
    return true;
  }

  /** A row that is Unconfirmed gets no answer by waiting, however long its run goes on: a person settles it. */
  #isUnderWay({ owner, sent }: Exclude<Claimed, { is: 'new' }>): boolean {
    const journalOf = this.#live.get(owner);
    if (journalOf === undefined || !this.#taken.has(nameOf({ owner, row: sent }))) return false;
    return journalOf()?.state(sent)?.state !== 'Unconfirmed';
  }
}

function nameOf({ owner, row }: ClaimedRow): string {
  return `${owner} ${row}`;
}

/** The rows of the other sheets of a server, for the run of one. */
export class OtherSheets implements OtherRuns {
  readonly #sent: SentRows;
  readonly #owner: string;
  readonly #journal: () => Journal | undefined;

  constructor(sent: SentRows, owner: string, journal: () => Journal | undefined) {
    this.#sent = sent;
    this.#owner = owner;
    this.#journal = journal;
  }

  take(row: string, about: RowToTake): Promise<Taken> {
    return this.#sent.take({ ...about, owner: this.#owner, row });
  }

  done(row: string): Promise<void> {
    const { assessmentId, redirectUrl } = this.#journal()?.state(row) ?? {};
    const claim = { owner: this.#owner, row };
    this.#sent.change(claim, (store) => {
      closeClaim(store, claim, { assessmentId, redirectUrl });
    });
    return Promise.resolve();
  }

  release(row: string): Promise<void> {
    const claim = { owner: this.#owner, row };
    this.#sent.change(claim, (store) => {
      releaseClaim(store, claim);
    });
    return Promise.resolve();
  }

  rowOf(assessmentId: string): string | undefined {
    return this.#sent.rowOf(assessmentId);
  }
}
