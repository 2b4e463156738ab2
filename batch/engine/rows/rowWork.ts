import type { CallOptions } from '../../../src/callOptions.js';
import type { Client } from '../../../src/client.js';
import type { Failure, Result } from '../../../src/failure.js';
import type { Waited } from '../../../src/waiting.js';
import type { Subject } from '../intake/intakeRow.js';
import {
  followedBy,
  type HashOf,
  hashOfRequest,
  requestOfKey,
  type SheetRequest,
} from '../intake/rowKey.js';
import type { Journal } from '../journal/journal.js';
import type { WrongAnswer } from '../journal/reason.js';
import type { RowState } from '../journal/rowState.js';
import type { Message } from '../message.js';

/**
 * The rows of other runs that have no journal in common with this one, by their keys. A row is taken right
 * before it is sent; until it is done or released, it is open for everybody else.
 */
export interface ClaimStore {
  /** Takes a row, unless another run has it. Rejects with a JournalError. */
  claim(row: string, about: ClaimDetails): Promise<ClaimResult>;
  /** The row has its answer. */
  confirm(row: string): Promise<void>;
  /** The request did not take effect. */
  release(row: string): Promise<void>;
  /** The row for which another run has got this assessment. */
  findRow(assessmentId: string): string | undefined | Promise<string | undefined>;
}

/** Other keys and hashes under which another run may have sent a row. */
export interface ClaimDetails {
  /** The hash of what is sent, where the key of the row is not that. */
  readonly request?: string | undefined;
  /** See {@link equalRequests}. */
  readonly equal?: readonly string[];
  /** The key belongs to a request of another run that counts as the same: the row must not be sent under it. */
  readonly isOnlyOfOthers?: boolean;
  /** The hash of its employee. */
  readonly employee?: string | undefined;
}

/** A row that another run has: with or without an answer, and with the assessment if that is known. */
export interface RowOfOthers {
  readonly isDone: boolean;
  readonly assessmentId?: string | undefined;
  readonly redirectUrl?: string | undefined;
}

/**
 * What comes of taking a row: `employeeUnanswered` when another run has sent a row of the same employee and got
 * no answer. This one may be that, with other inputs, so it is not taken.
 */
export type ClaimResult = 'new' | 'employeeUnanswered' | RowOfOthers;

/** Another run has the row, or may have it, so it is not sent. */
export class AlreadyClaimedError extends Error {
  override readonly name = 'AlreadyClaimedError';
  readonly row: Exclude<ClaimResult, 'new'>;

  constructor(row: AlreadyClaimedError['row']) {
    super('Another run has sent the row.');
    this.row = row;
  }
}

/** What the work on a row needs from outside; a durable queue could provide the same. */
export interface RowPorts {
  /** Sends the row's request when the limiter allows it. */
  readonly send: <T>(
    request: (client: Client, options: CallOptions) => Promise<Result<T>>,
  ) => Promise<Result<T>>;
  /** Resolves when the assessment's wait has ended. */
  readonly result: (assessmentId: string) => Promise<Waited>;
  readonly journal: Pick<
    Journal,
    'append' | 'assertUsable' | 'synced' | 'state' | 'keyOfId' | 'hashOf'
  >;
  readonly otherRuns?: ClaimStore | undefined;
  /** The number of the row of a key; undefined where it is no longer in the sheet. */
  readonly findRowNumber: (key: string) => number | undefined;
  /** ISO 8601. */
  readonly now: () => string;
}

/** A row to work on: what to send, or the assessment that already exists. */
export interface RowWork {
  readonly key: string;
  readonly inputs?: SheetRequest | undefined;
  readonly otherInputs?: readonly SheetRequest[];
  readonly otherwise?: readonly string[];
  readonly readAs?: string;
  readonly subject?: Subject;
  /** The hash of the employee id. */
  readonly employee?: string;
  /** Found in the sheet, not yet in the journal. */
  readonly importedId?: string | undefined;
  /** For a reassessment: its round, and the assessments before it, the latest first. */
  readonly round?: number;
  readonly earlier?: readonly RowState[];
  /** The last one of them was made with other inputs. */
  readonly isChanged?: true;
  /** An earlier assessment with other inputs, whose result is not known yet: its key and its id. */
  readonly unread?: { readonly key: string; readonly assessmentId: string };
}

/** How the work on a row ended; `failure` or `wrong` when it went wrong, whatever became of the row. */
export interface RowEnd {
  readonly failure?: Failure;
  /** The answer was well received, and is not the row's. */
  readonly wrong?: WrongAnswer;
  /** Why it was not sent, where that is no failure. */
  readonly notSent?: Message;
}

/**
 * Returns the other requests that count as the same as that of a row, such as the one without its Manager ID: keys of
 * first assessments, or for a reassessment hashes. Returns none for a row that already has such a key.
 */
export function equalRequests(
  { key, otherwise = [], readAs, otherInputs = [] }: RowWork,
  hashOf: HashOf,
): readonly string[] {
  if (followedBy(key) !== undefined) return otherInputs.map((one) => hashOfRequest(one, hashOf));
  return readAs === undefined ? otherwise : [];
}

/** True for a row with the key of a request that it does not make, which another run has sent. */
export function isOnlyOfOthers(
  { key, inputs, otherInputs = [], readAs }: RowWork,
  hashOf: HashOf,
): boolean {
  const request = readAs === undefined || inputs === undefined ? undefined : requestOfKey(key);
  if (request === undefined) return false;
  return ![inputs, ...otherInputs].some(
    (each) => each !== undefined && hashOfRequest(each, hashOf) === request,
  );
}

/** What a fact about a row has in common with the others of its request. */
interface Sending {
  readonly row: string;
  readonly request?: string;
}

/**
 * Records each request of effect `once` on disk before it is sent, and the proof if it did not take
 * effect. `details` are the person, the trip and the round of the request, `about` what other runs
 * may know it by. Throws an AlreadyClaimedError before the first sending of a row that is somebody else's.
 */
export function sendRecord(
  sending: Sending,
  { journal, otherRuns, now }: RowPorts,
  details: Pick<RowState, 'employee' | 'trip' | 'round'> = {},
  about: Pick<ClaimDetails, 'equal' | 'isOnlyOfOthers'> = {},
): NonNullable<CallOptions['record']> {
  const { row, request } = sending;
  const { employee } = details;
  const release = (reason: string) => {
    journal.append({ fact: 'released', row, reason, at: now() });
  };
  return {
    async intend(attempt) {
      const taken = (await otherRuns?.claim(row, { ...about, request, employee })) ?? 'new';
      if (taken !== 'new') throw new AlreadyClaimedError(taken);
      journal.append({ fact: 'intent', ...sending, ...details, attempt, at: now() });
      try {
        await journal.synced();
      } catch (error) {
        // It may stand in the journal all the same, and was not sent.
        if (journal.state(row)?.state === 'Sent') release('not_sent');
        await otherRuns?.release(row);
        throw error;
      }
    },
    async release(reason) {
      release(reason);
      await otherRuns?.release(row);
    },
  };
}

/**
 * Why an id in an answer cannot be the row's: another row has it already, so a proxy has mixed up the
 * answers. Then nobody knows what became of this row. `elsewhere` is the row of another run that has it, which was
 * asked for before: what this run knows is looked at in the moment in which the answer is recorded.
 */
export function findIdConflict(
  {
    row,
    id,
    elsewhere,
  }: {
    readonly row: string;
    readonly id: string | undefined;
    readonly elsewhere: string | undefined;
  },
  { journal, findRowNumber }: Pick<RowPorts, 'journal' | 'findRowNumber'>,
): WrongAnswer | undefined {
  const owner = id === undefined ? undefined : (journal.keyOfId(id) ?? elsewhere);
  if (owner === undefined || owner === row) return undefined;
  return {
    code: 'idOfOtherAnswer',
    row: findRowNumber(row),
    id: id ?? '',
    owner: findRowNumber(owner),
  };
}

/** Writes down that nobody knows what became of a row, as the answer to it is another one's. */
export function recordWrong(
  sending: Sending,
  wrong: WrongAnswer,
  { journal, now }: RowPorts,
): RowEnd {
  journal.append({ fact: 'unconfirmed', ...sending, reason: wrong, at: now() });
  return { wrong };
}

/** The core calls these retryable where repeating is harmless; here the request may have been carried out. */
const unconfirmedUnlessUnsent: ReadonlySet<Failure['code']> = new Set([
  'no_answer',
  'contract_violation',
]);

/**
 * Records a failure that changes the row's state. Others leave the row unchanged: nothing took
 * effect, and it may be sent again.
 */
export function recordFailure(
  sending: Sending,
  { code, message, delivery, errors = [] }: Failure,
  { journal, now }: RowPorts,
): void {
  if (code === 'refused') {
    const words = errors.map((error) => `${error.field}: ${error.message}`).join('; ');
    journal.append({
      fact: 'rejected',
      ...sending,
      message: words === '' ? message : words,
      at: now(),
    });
  } else if (
    code === 'unconfirmed' ||
    (unconfirmedUnlessUnsent.has(code) && delivery !== 'not_sent')
  ) {
    journal.append({ fact: 'unconfirmed', ...sending, reason: message, at: now() });
  }
}
