import { setTimeout as sleep } from 'node:timers/promises';
import { toFileFault } from '../../engine/errors.js';
import { groupBy } from '../../engine/plainData.js';
import type { Journal } from '../../engine/journal/journal.js';
import { JournalError } from '../../engine/journal/journalStore.js';
import { unpackUrl } from '../../engine/journal/reportUrl.js';
import type { ClaimResult, ClaimStore } from '../../engine/rows/rowWork.js';
import { isUniqueViolation, isUnknown } from '../db/errors.js';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import { OutageLog } from '../outageLog.js';
import {
  type Claim,
  type Claimed,
  type ClaimedRow,
  type ClaimEnd,
  claimRows,
  endClaims,
  updateClaimsFromJournal,
  findRowByAssessment,
} from './sentRequests.js';

/** The longest time that a row waits while another sheet sends the same row, or a row of the same employee. */
const maxWaitMs = 60_000;
const recheckMs = 200;
/** Ends of claims are not urgent: they are written with the next claims, or after this time. */
const maxDelayMs = 100;
/** The pauses before a failed transaction is repeated, which is safe: claims and their ends are idempotent. */
const retryDelaysMs = [0, 500, 2_000, 5_000];
/** After this time, ends of claims that could not be written are written again: runs of other sheets wait for them. */
const endRetryMs = 1_000;

/** Checks that are needed if other processes send too. */
export interface CrossProcessChecks {
  /** `tx` is the transaction of the write. */
  readonly holdsLease: (tx: Store, lease: unknown) => Promise<boolean>;
  /** Returns true while a process waits for the answer to the request of a row. */
  readonly isUnderWay: (store: Store, row: ClaimedRow) => Promise<boolean>;
  /** Waits during an outage, because the key is needed to check the ID in an answer of the service. */
  readonly findRow: (assessmentId: string) => Promise<string | undefined>;
}

interface WantedClaim {
  readonly claim: Claim;
  readonly lease: unknown;
  readonly untilMs: number;
  readonly resolve: (result: ClaimResult) => void;
  readonly reject: (error: Error) => void;
}

interface EndedClaim {
  readonly claim: ClaimEnd;
  readonly lease: unknown;
}

/**
 * Claims and their ends that arrive during a transaction share the next transaction, because each commit waits for the
 * disk.
 */
export class SentRequestRegistry {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #checks: CrossProcessChecks | undefined;
  /** Maps the owner of each active run to its journal, which is undefined until it is open. */
  readonly #live = new Map<string, () => Pick<Journal, 'state'> | undefined>();
  /** Rows that were claimed in this process and have no answer yet, each with its owner. */
  readonly #claimed = new Set<string>();
  readonly #outage = new OutageLog('Rows to send could not be recorded for other sheets');
  #wanted: WantedClaim[] = [];
  #ended: EndedClaim[] = [];
  #isDue = false;
  #endTimer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #onAnswer: () => void = () => undefined;
  /** Transactions run one after the other, because a claim must see the ends that were added before it. */
  #lastWrite: Promise<void> = Promise.resolve();

  constructor(store: Store, now: () => number, checks?: CrossProcessChecks) {
    this.#store = store;
    this.#now = now;
    this.#checks = checks;
  }

  /**
   * `journal` returns undefined until it is open. If other processes send too, nothing is written after the `lease` was
   * lost.
   */
  createClaimStore(owner: string, journal: () => Journal | undefined, lease?: unknown): ClaimStore {
    const end = (row: string, answer: ClaimEnd['answer']) => {
      this.end({ owner, row, answer }, lease);
      return Promise.resolve();
    };
    return {
      claim: (row, about) => this.claim({ ...about, owner, row }, lease),
      confirm: (row) => {
        const state = journal()?.state(row);
        return end(row, { assessmentId: state?.assessmentId, redirectUrl: unpackUrl(state) });
      },
      release: (row) => end(row, undefined),
      findRow: (assessmentId) => this.findRow(assessmentId),
      findScoredAt: (assessmentId) => this.findScoredAt(assessmentId),
    };
  }

  /**
   * Other runs wait for the answers of an active run. Call the returned function after the last fact in the journal.
   */
  begin(
    owner: string,
    getJournal: () => Pick<Journal, 'state'> | undefined,
  ): (journal: Pick<Journal, 'states'> | undefined) => Promise<void> {
    this.#live.set(owner, getJournal);
    return async (journal) => {
      this.#live.delete(owner);
      // The last answers of the run must be written first.
      await this.#flush();
      if (journal === undefined) return;
      await inTransaction(this.#store, (tx) => updateClaimsFromJournal(tx, owner, journal));
    };
  }

  async updateClaims(
    owner: string,
    rows: readonly string[],
    journal: Pick<Journal, 'states'>,
    lease: unknown,
  ): Promise<void> {
    await this.#flush();
    await inTransaction(this.#store, async (tx) => {
      if (await this.#holdsLease(tx, lease)) {
        await updateClaimsFromJournal(tx, owner, journal, new Set(rows));
      }
    });
  }

  /** Calls `listener` after rows got their answers, or were released. */
  onAnswer(listener: () => void): void {
    this.#onAnswer = listener;
  }

  async findRow(assessmentId: string): Promise<string | undefined> {
    if (this.#checks !== undefined) return this.#checks.findRow(assessmentId);
    return findRowByAssessment(this.#store, assessmentId);
  }

  /** Returns the earliest time; undefined also during an outage. */
  async findScoredAt(assessmentId: string): Promise<string | undefined> {
    const found = this.#store.db
      .selectFrom('row')
      .select(({ fn }) => fn.min('assessed_at').as('at'))
      .where('assessment_id', '=', assessmentId)
      .executeTakeFirst();
    const { at } = (await found.catch(() => undefined)) ?? {};
    return at ?? undefined;
  }

  /** Rejects with a JournalError if the claim cannot be recorded. */
  claim(claim: Claim, lease?: unknown): Promise<ClaimResult> {
    return new Promise((resolve, reject) => {
      this.#wanted.push({ claim, lease, resolve, reject, untilMs: this.#now() + maxWaitMs });
      this.#flushSoon();
    });
  }

  /** If the record is lost, `updateClaimsFromJournal` restores it from the owner's journal. */
  end(claim: ClaimEnd, lease?: unknown): void {
    this.#ended.push({ claim, lease });
    this.#flushEndsAfter(maxDelayMs);
  }

  /** Tries once to write the remaining ends of claims. Call this before the store is closed. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.#flush();
  }

  #flushEndsAfter(delayMs: number): void {
    if (this.#isClosed) return;
    this.#endTimer ??= setTimeout(() => {
      void this.#flush();
    }, delayMs).unref();
  }

  #flushSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      void this.#flush();
    });
  }

  /** Resolves when all claims and ends that were added before are written, or have failed. */
  #flush(): Promise<void> {
    this.#isDue = false;
    clearTimeout(this.#endTimer);
    this.#endTimer = undefined;
    this.#lastWrite = this.#lastWrite.then(() => this.#write());
    return this.#lastWrite;
  }

  async #write(): Promise<void> {
    const [wanted, ended] = [this.#wanted, this.#ended];
    if (wanted.length + ended.length === 0) return;
    [this.#wanted, this.#ended] = [[], []];
    try {
      const claimed = await this.#writeRepeated(wanted, ended);
      this.#outage.recordSuccess();
      for (const { claim } of ended) this.#claimed.delete(toClaimKey(claim));
      if (ended.length > 0) this.#onAnswer();
      for (const [index, claim] of wanted.entries()) this.#answer(claim, claimed.get(index));
    } catch (error) {
      this.#outage.recordFailure(error);
      // The ends are written with the next claims, or after a while.
      this.#ended.unshift(...ended);
      if (ended.length > 0) this.#flushEndsAfter(endRetryMs);
      const message = {
        code: 'journalWriteFailed',
        journal: 'sent_request',
        fault: toFileFault(error, 'sent_request'),
      } as const;
      for (const { reject } of wanted) reject(new JournalError(message));
    }
  }

  /** Returns the results by the index of the claim. */
  async #writeRepeated(
    wanted: readonly WantedClaim[],
    ended: readonly EndedClaim[],
  ): Promise<ReadonlyMap<number, Claimed>> {
    const at = new Date(this.#now()).toISOString();
    const byLease = groupBy([...wanted.entries()], ([, { lease, claim }]) => lease ?? claim.owner);
    for (const delayMs of [...retryDelaysMs, undefined]) {
      try {
        return await inTransaction(this.#store, async (tx) => {
          await endClaims(tx, await this.#keepPermitted(tx, ended));
          const results = new Map<number, Claimed>();
          for (const group of byLease.values()) {
            const [first] = group;
            if (first === undefined || !(await this.#holdsLease(tx, first[1].lease))) continue;
            const claims = group.map(([, { claim }]) => claim);
            const claimed = await claimRows(tx, first[1].claim.owner, claims, at);
            for (const [position, [index]] of group.entries()) {
              const result = claimed[position];
              if (result !== undefined) results.set(index, result);
            }
          }
          return results;
        });
      } catch (error) {
        // Postgres may report a race of two claims as a duplicate key. The second attempt finds the other claim.
        const isLast = delayMs === undefined || this.#isClosed;
        if (isLast || !(isUnknown(error) || isUniqueViolation(error))) throw error;
        await sleep(delayMs, undefined, { ref: false });
      }
    }
    throw new Error('The last try returns or throws.');
  }

  /** While another active run waits for the answer that the claim needs, repeats the claim later. */
  #answer(wanted: WantedClaim, claimed: Claimed | undefined): void {
    const { claim, resolve, reject, untilMs } = wanted;
    if (claimed === undefined) {
      reject(new JournalError({ code: 'journalChanged', journal: claim.owner }));
      return;
    }
    if (claimed.kind === 'new') {
      this.#claimed.add(toClaimKey(claim));
      resolve('new');
      return;
    }
    const result = claimed.kind === 'employee' ? 'employeeUnanswered' : claimed.row;
    const isOpen = claimed.kind === 'employee' ? claimed.isOpen : !claimed.row.isDone;
    if (!isOpen || this.#now() >= untilMs) {
      resolve(result);
      return;
    }
    void this.#isUnderWay(claimed).then((isUnderWay) => {
      if (!isUnderWay) {
        resolve(result);
        return;
      }
      setTimeout(() => {
        this.#wanted.push(wanted);
        this.#flushSoon();
      }, recheckMs);
    });
  }

  async #keepPermitted(tx: Store, ended: readonly EndedClaim[]): Promise<ClaimEnd[]> {
    const leases = new Set(ended.map(({ lease }) => lease));
    const refused = new Set<unknown>();
    for (const lease of leases) if (!(await this.#holdsLease(tx, lease))) refused.add(lease);
    return ended.filter(({ lease }) => !refused.has(lease)).map(({ claim }) => claim);
  }

  async #holdsLease(tx: Store, lease: unknown): Promise<boolean> {
    return this.#checks === undefined || this.#checks.holdsLease(tx, lease);
  }

  /** An unconfirmed row gets no answer in its run: a person settles it. */
  async #isUnderWay({ owner, sent }: Exclude<Claimed, { kind: 'new' }>): Promise<boolean> {
    if (this.#checks !== undefined) {
      // During an outage, the claim is repeated later.
      return this.#checks.isUnderWay(this.#store, { owner, row: sent }).catch(() => true);
    }
    const getJournal = this.#live.get(owner);
    if (getJournal === undefined || !this.#claimed.has(toClaimKey({ owner, row: sent })))
      return false;
    return getJournal()?.state(sent)?.state !== 'Unconfirmed';
  }
}

function toClaimKey({ owner, row }: ClaimedRow): string {
  return `${owner} ${row}`;
}
