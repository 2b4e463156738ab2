import type { CallOptions } from '../../../src/callOptions.js';
import type { Client } from '../../../src/client.js';
import type { Failure, FieldError, Result } from '../../../src/failure.js';
import type { Waited } from '../../../src/resultPoller.js';
import {
  getFollowedAssessment,
  type ComputeHash,
  hashRequest,
  findRequestHash,
} from '../intake/rowKey.js';
import type { Journal } from '../journal/journal.js';
import type { Reason, WrongAnswer } from '../journal/facts.js';
import type { RowState } from '../journal/rowState.js';
import type { Message } from '../message.js';
import type { PlannedRow } from './plannedRow.js';
import type { Fields } from '../../../src/field.js';

/**
 * A run claims a row right before sending it. Until it confirms or releases the claim, the outcome
 * of the row is open for all other runs.
 */
export interface ClaimStore {
  /** Rejects with a JournalError if the claim cannot be recorded, such as after a lost lease. */
  claim(row: string, about: ClaimDetails): Promise<ClaimResult>;
  /** Records that the row has its answer. */
  confirm(row: string): Promise<void>;
  /** Gives up the claim, because the request did not take effect. */
  release(row: string): Promise<void>;
  /** Returns the row for which another run has received this assessment or result ID. */
  findRow(assessmentId: string): string | undefined | Promise<string | undefined>;
  /** Returns the time at which another run has read the scores (ISO 8601), if it is known. */
  findScoredAt?(assessmentId: string): Promise<string | undefined>;
}

/** Details for finding a request that another run has sent for the same row. */
export interface ClaimDetails {
  /** The hash of the request, if the key of the row is not that hash. */
  readonly request?: string | undefined;
  /** See {@link listEqualRequests}. */
  readonly equal?: readonly string[];
  /** See {@link hasKeyOfOtherRun}. */
  readonly hasKeyOfOtherRun?: boolean;
  /** True for a reassessment whose inputs differ from those of the previous assessment. */
  readonly isChanged?: boolean;
  readonly employee?: string | undefined;
}

/** A row that another run has sent or may have sent, and its assessment if that is known. */
export interface RowInOtherRun {
  readonly isDone: boolean;
  readonly assessmentId?: string | undefined;
  readonly redirectUrl?: string | undefined;
}

/** `employeeUnanswered`: an unanswered request of the employee may be for this row. */
export type ClaimResult = 'new' | 'employeeUnanswered' | RowInOtherRun;

export class AlreadyClaimedError extends Error {
  override readonly name = 'AlreadyClaimedError';
  readonly row: Exclude<ClaimResult, 'new'>;

  constructor(row: AlreadyClaimedError['row']) {
    super('Another run has sent the row, or may have.');
    this.row = row;
  }
}

export interface RowPorts {
  /** Sends the row's request when the limiter allows it. */
  readonly send: <T>(
    request: (client: Client, options: CallOptions) => Promise<Result<T>>,
  ) => Promise<Result<T>>;
  readonly result: (assessmentId: string) => Promise<Waited>;
  readonly journal: Pick<
    Journal,
    'append' | 'assertUsable' | 'waitForSync' | 'state' | 'findKeyById' | 'computeHash'
  >;
  readonly otherRuns?: ClaimStore | undefined;
  /** Returns the row number for a key; undefined if the row is no longer in the sheet. */
  readonly findRowNumber: (key: string) => number | undefined;
  /** ISO 8601. */
  readonly now: () => string;
}

/** `failure` or `wrong` is set if the work failed, whatever the row's state. */
export interface RowEnd {
  readonly failure?: Failure;
  /** The service answered, but the answer does not belong to this row. */
  readonly wrong?: WrongAnswer;
  /** Why the row was not sent, if the reason is not a failure. */
  readonly notSent?: Message;
}

/**
 * Lists requests that count as equal to the row's, such as its request without the Manager ID.
 * Returns keys for a first assessment, hashes for a reassessment, and an empty list for a row that
 * already has the key of an equal request.
 */
export function listEqualRequests(
  { key, alternateKeys = [], currentKey, otherInputs = [] }: PlannedRow,
  computeHash: ComputeHash,
): readonly string[] {
  if (getFollowedAssessment(key) !== undefined)
    return otherInputs.map((request) => hashRequest(request, computeHash));
  return currentKey === undefined ? alternateKeys : [];
}

/** Returns true if the row must not be sent under its key, because its own request is different. */
export function hasKeyOfOtherRun(
  { key, inputs, otherInputs = [], currentKey }: PlannedRow,
  computeHash: ComputeHash,
): boolean {
  const request =
    currentKey === undefined || inputs === undefined ? undefined : findRequestHash(key);
  if (request === undefined) return false;
  return ![inputs, ...otherInputs].some(
    (other) => other !== undefined && hashRequest(other, computeHash) === request,
  );
}

interface RequestFields {
  readonly row: string;
  readonly request?: string;
}

/** `intend` throws an AlreadyClaimedError if another run has claimed or sent the row. */
export function createSendRecord(
  sending: RequestFields,
  { journal, otherRuns, now }: RowPorts,
  details: Pick<RowState, 'employee' | 'trip' | 'round'> = {},
  about: Pick<ClaimDetails, 'equal' | 'hasKeyOfOtherRun' | 'isChanged'> = {},
): NonNullable<CallOptions['record']> {
  const { row, request } = sending;
  const { employee } = details;
  const release = (reason: string) => {
    journal.append({ fact: 'released', row, reason, at: now() });
  };
  return {
    async intend(attempt) {
      const claimed = (await otherRuns?.claim(row, { ...about, request, employee })) ?? 'new';
      if (claimed !== 'new') throw new AlreadyClaimedError(claimed);
      journal.append({ fact: 'intent', ...sending, ...details, attempt, at: now() });
      try {
        await journal.waitForSync();
      } catch (error) {
        // The intent may already be on disk although nothing was sent.
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
 * An ID that another row already has means that answers were mixed up. `elsewhere` is the row of
 * another run with this ID; this run's own rows are checked at the moment of recording.
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
  const owner = id === undefined ? undefined : (journal.findKeyById(id) ?? elsewhere);
  if (owner === undefined || owner === row) return undefined;
  return {
    code: 'idOfOtherAnswer',
    row: findRowNumber(row),
    id: id ?? '',
    owner: findRowNumber(owner),
  };
}

export function recordWrongAnswer(
  sending: RequestFields,
  wrong: WrongAnswer,
  { journal, now }: RowPorts,
): RowEnd {
  journal.append({ fact: 'unconfirmed', ...sending, reason: wrong, at: now() });
  return { wrong };
}

/** Codes for repeatable requests, which may still have taken effect if they were sent. */
const unconfirmedIfSent: ReadonlySet<Failure['code']> = new Set([
  'no_answer',
  'contract_violation',
]);

/** Records a refusal or an unknown outcome. After other failures, the row may be sent again. */
export function recordFailure(
  sending: RequestFields,
  { code, reason: message, delivery }: Failure,
  { journal, now }: RowPorts,
): void {
  const reason = { code: 'requestFailed', message } as const;
  if (code === 'refused') {
    journal.append({ fact: 'rejected', ...sending, reason, at: now() });
  } else if (code === 'unconfirmed' || (unconfirmedIfSent.has(code) && delivery !== 'not_sent')) {
    journal.append({ fact: 'unconfirmed', ...sending, reason, at: now() });
  }
}

export function findRefusedInput(
  reason: Reason | undefined,
  fields: Fields,
): FieldError | undefined {
  if (reason?.code !== 'requestFailed' || reason.message.code !== 'service') return undefined;
  const found = reason.message.errors?.find(({ field }) => Object.hasOwn(fields, field));
  return found && { field: found.field, message: found.message };
}
