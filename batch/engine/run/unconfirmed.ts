import { canBeSettled, isUnconfirmed } from '../journal/settle.js';
import { UsageError } from '../errors.js';
import { hashRequest, type SheetRequest } from '../intake/rowKey.js';
import type { Message } from '../message.js';
import type { RowState } from '../journal/rowState.js';
import { type PlannedRow, unprovenId } from '../rows/rowStatus.js';
import { reasonInSheet } from '../rows/sheetReason.js';
import type { SheetStatus } from './readStatus.js';
import type { StatusRow } from './statusRow.js';

/** A row whose request may have taken effect. */
export interface UnconfirmedRow {
  readonly key: string;
  /** Missing if the row was removed from the sheet, or its inputs have changed. */
  readonly row?: number;
  /** ISO 8601. */
  readonly sentAt: string;
  readonly reason: Message<'noAnswer'>;
  readonly request?: SheetRequest;
  /** The row's current inputs, if they differ from those that were sent. */
  readonly now?: SheetRequest;
}

/**
 * A row with an Assessment ID that has no proof of its inputs: a person must decide whether the ID
 * belongs to the row.
 */
export interface UnprovenRow {
  readonly key: string;
  readonly row: number;
  readonly assessmentId: string;
  readonly request?: SheetRequest;
}

/** Returns all rows with an Assessment ID without a proof that no other row has. */
export function unprovenRows({ rows }: Pick<SheetStatus, 'rows'>): UnprovenRow[] {
  return rows.flatMap(({ planned }): UnprovenRow[] => {
    const { blocked, key, number, inputs: request } = planned;
    if (blocked?.code !== 'assessmentUnproven') return [];
    const { assessmentId } = blocked;
    return [{ key, row: number, assessmentId, ...(request === undefined ? {} : { request }) }];
  });
}

/** Returns all unconfirmed rows. */
export function unconfirmedRows({
  rows,
  states,
  hashOf,
}: Pick<SheetStatus, 'states' | 'hashOf'> & {
  readonly rows: readonly Pick<StatusRow, 'planned'>[];
}): UnconfirmedRow[] {
  const inSheet = new Map(rows.map(({ planned }) => [planned.key, planned]));
  const bySheet = rows.flatMap(({ planned }): UnconfirmedRow[] => {
    const { key, number, previous } = planned;
    if (planned.isSentBySheetOnly !== true || key === '' || states.has(key)) return [];
    const reason = { code: 'noAnswer', reason: reasonInSheet(planned) } as const;
    const sentAt = previous?.doneAt ?? '';
    return [{ key, row: number, sentAt, reason, ...describeRequest({}, planned, hashOf) }];
  });
  const byJournal = [...states].flatMap(([key, state]): UnconfirmedRow | [] => {
    if (!isUnconfirmed(state)) return [];
    const planned = inSheet.get(key);
    return {
      key,
      ...(planned === undefined ? {} : { row: planned.number }),
      sentAt: state.sentAt ?? state.at,
      reason: { code: 'noAnswer', reason: state.message },
      ...describeRequest(state, planned, hashOf),
    };
  });
  return [...byJournal, ...bySheet];
}

/** Returns the inputs that were sent, or only the current inputs if the row was edited. */
function describeRequest(
  { request: sent }: Pick<RowState, 'request'>,
  planned: PlannedRow | undefined,
  hashOf: SheetStatus['hashOf'],
): Pick<UnconfirmedRow, 'request' | 'now'> {
  const request = planned?.inputs;
  if (planned === undefined || request === undefined) return {};
  if (planned.isEditedSinceSent === true) return { now: request };
  // The key of an invitation contains only the email, so the other inputs may have been edited.
  return sent === undefined || sent === hashRequest(request, hashOf)
    ? { request }
    : { now: request };
}

/**
 * Returns the key of a row that a person names by its number or its key. Throws a UsageError for
 * other names.
 */
export function findRowKey(
  wanted: string,
  unconfirmed: readonly UnconfirmedRow[],
  { rows, states }: SheetStatus,
): string {
  const found = unconfirmed.find(({ key, row }) => key === wanted || String(row) === wanted);
  if (found !== undefined) return found.key;
  const { planned } = rows.find((row) => String(row.planned.number) === wanted) ?? {};
  const key = planned?.key ?? wanted;
  if (planned !== undefined && unprovenId(planned) !== undefined) return key;
  if (canBeSettled(states.get(key))) return key;
  throw new UsageError({
    code: 'rowCannotBeResolved',
    row: wanted,
    unconfirmed: unconfirmed.map((row) => row.row ?? row.key),
    assessmentId: states.get(key)?.assessmentId,
  });
}
