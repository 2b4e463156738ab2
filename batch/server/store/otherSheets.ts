import { toErrorMessage } from '../../engine/errors.js';
import type { Journal } from '../../engine/journal/journal.js';
import { JournalError } from '../../engine/journal/journalStore.js';
import type { ClaimStore, ClaimDetails, ClaimResult } from '../../engine/rows/rowWork.js';
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

/** What is different where other processes send, too. */
export interface OtherProcesses {
  /** The lock of the database for what is claimed. */
  readonly lock: string;
  /** Whether who claims something may still write, in a transaction. */
  readonly mayWrite: (store: Store, taking: unknown) => boolean;
  /** Whether another process is about to get the answer of a row. */
  readonly isUnderWay: (store: Store, of: ClaimedRow) => boolean;
  /** The row that has an assessment. An answer of the service waits for it, also while the database is away. */
  readonly rowOf: (assessmentId: string) => Promise<string | undefined>;
}

interface Wanted {
  readonly claim: Claim;
  readonly taking: unknown;
  readonly untilMs: number;
  readonly resolve: (taken: ClaimResult) => void;
  readonly reject: (error: Error) => void;
}

/**
 * What all runs of a server have sent, whatever sheet it came from. What is asked and said in one turn of the
 * event loop is one transaction: each commit waits for the disk.
 */
export class SentRows {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #others: OtherProcesses | undefined;
  /** The journals of the runs that are under way, once they are open. */
  readonly #live = new Map<string, () => Pick<Journal, 'state'> | undefined>();
  /** Rows that were taken in this process and have no answer yet, each with its owner. */
  readonly #taken = new Set<string>();
  #wanted: Wanted[] = [];
  #changes: (() => void)[] = [];
  #isDue = false;
  #later: NodeJS.Timeout | undefined;
  #heard: () => void = () => undefined;

  /** `others` where this is not the only process that sends. */
  constructor(store: Store, now: () => number, others?: OtherProcesses) {
    this.#store = store;
    this.#now = now;
    this.#others = others;
  }

  /**
   * The rows of the other owners, for a run of this one; `journal` is its journal once it is open, `taking`
   * what lets it write where other processes send, too.
   */
  of(owner: string, journal: () => Journal | undefined, taking?: unknown): OtherSheets {
    return new OtherSheets(this, owner, journal, taking);
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

  /** Brings the claims of these rows of an owner in line with its journal, while it may write. */
  follow(
    owner: string,
    rows: readonly string[],
    journal: Pick<Journal, 'state'>,
    taking: unknown,
  ): void {
    this.#flush();
    inTransaction(
      this.#store,
      () => {
        if (this.#mayWrite(taking)) followJournal(this.#store, owner, journal, new Set(rows));
      },
      this.#others?.lock,
    );
  }

  /** Calls back after rows got their answers, or were not sent after all. */
  onAnswer(heard: () => void): void {
    this.#heard = heard;
  }

  async rowOf(assessmentId: string): Promise<string | undefined> {
    if (this.#others !== undefined) return this.#others.rowOf(assessmentId);
    return rowOfAssessment(this.#store, assessmentId);
  }

  /** Rejects with a JournalError when it cannot be recorded. */
  take(claim: Claim, taking?: unknown): Promise<ClaimResult> {
    return new Promise((resolve, reject) => {
      this.#wanted.push({ claim, taking, resolve, reject, untilMs: this.#now() + longestWaitMs });
      this.#soon();
    });
  }

  /** Records a change of a row with the next ones. If it is lost, the journal of the owner says the same. */
  change(of: ClaimedRow, change: (store: Store) => void, taking?: unknown): void {
    this.#changes.push(() => {
      if (this.#mayWrite(taking)) change(this.#store);
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
    let claimed: readonly (Claimed | undefined)[];
    try {
      claimed = inTransaction(
        this.#store,
        () => {
          for (const change of changes) change();
          return wanted.map(({ claim, taking }) =>
            this.#mayWrite(taking) ? claimRow(this.#store, claim, at) : undefined,
          );
        },
        this.#others?.lock,
      );
    } catch (error) {
      // The changes are tried again with the next ones.
      this.#changes.unshift(...changes);
      const said = {
        code: 'journalWriteFailed',
        journal: 'sent_request',
        reason: toErrorMessage(error),
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
  #answered({ claim, resolve, reject, untilMs }: Wanted, claimed: Claimed | undefined): boolean {
    if (claimed === undefined) {
      reject(new JournalError({ code: 'journalChanged', journal: claim.owner }));
      return true;
    }
    if (claimed.is === 'new') {
      this.#taken.add(nameOf(claim));
      resolve('new');
      return true;
    }
    const isOpen = claimed.is === 'employee' || !claimed.row.isDone;
    if (isOpen && this.#isUnderWay(claimed) && this.#now() < untilMs) return false;
    resolve(claimed.is === 'employee' ? 'employeeUnanswered' : claimed.row);
    return true;
  }

  #mayWrite(taking: unknown): boolean {
    return this.#others === undefined || this.#others.mayWrite(this.#store, taking);
  }

  /** A row that is Unconfirmed gets no answer by waiting, however long its run goes on: a person settles it. */
  #isUnderWay({ owner, sent }: Exclude<Claimed, { is: 'new' }>): boolean {
    if (this.#others !== undefined) {
      try {
        return this.#others.isUnderWay(this.#store, { owner, row: sent });
      } catch {
        // It is asked again.
        return true;
      }
    }
    const journalOf = this.#live.get(owner);
    if (journalOf === undefined || !this.#taken.has(nameOf({ owner, row: sent }))) return false;
    return journalOf()?.state(sent)?.state !== 'Unconfirmed';
  }
}

function nameOf({ owner, row }: ClaimedRow): string {
  return `${owner} ${row}`;
}

/** The rows of the other sheets of a server, for the run of one. */
export class OtherSheets implements ClaimStore {
  readonly #sent: SentRows;
  readonly #owner: string;
  readonly #journal: () => Journal | undefined;
  readonly #taking: unknown;

  constructor(sent: SentRows, owner: string, journal: () => Journal | undefined, taking: unknown) {
    this.#sent = sent;
    this.#owner = owner;
    this.#journal = journal;
    this.#taking = taking;
  }

  claim(row: string, about: ClaimDetails): Promise<ClaimResult> {
    return this.#sent.take({ ...about, owner: this.#owner, row }, this.#taking);
  }

  confirm(row: string): Promise<void> {
    const { assessmentId, redirectUrl } = this.#journal()?.state(row) ?? {};
    const claim = { owner: this.#owner, row };
    const close = (store: Store) => {
      closeClaim(store, claim, { assessmentId, redirectUrl });
    };
    this.#sent.change(claim, close, this.#taking);
    return Promise.resolve();
  }

  release(row: string): Promise<void> {
    const claim = { owner: this.#owner, row };
    const free = (store: Store) => {
      releaseClaim(store, claim);
    };
    this.#sent.change(claim, free, this.#taking);
    return Promise.resolve();
  }

  findRow(assessmentId: string): Promise<string | undefined> {
    return this.#sent.rowOf(assessmentId);
  }
}
