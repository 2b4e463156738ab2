import type { IntakeRow } from '../intake/intakeRow.js';
import type { RowState } from '../journal/rowState.js';
import type { Message } from '../message.js';
import type { RowFault } from './rowMessages.js';
import type { SkipReason } from './selection.js';

/** If `plan` is missing, the row has the state of its key in the journal, or is new. */
export interface PlannedRow extends IntakeRow {
  readonly plan?: RowPlan;
  readonly skipReason?: SkipReason;
}

/** The assessments of a row before the assessment with its key. */
interface History {
  /** Up to two assessments, the latest first. */
  readonly earlier: readonly RowState[];
  /** True if the latest assessment was made for other inputs, so its scores do not apply. */
  readonly isChanged: boolean;
}

export type RowPlan =
  /** The journal contains the row's request. */
  | (History & {
      readonly kind: 'known';
      /** True if the inputs were edited after a request that is still unanswered. */
      readonly isEdited: boolean;
      /** True if no option sends the refused row again: another request may be its own. */
      readonly isHeld: boolean;
    })
  /** The sheet shows an assessment, or another result, that the journal does not contain. */
  | (History & {
      readonly kind: 'imported';
      readonly importedId: string;
      readonly proven: ProvenRequest | undefined;
    })
  /** Only the sheet shows that the row was sent: it was never answered, or its ID is missing. */
  | (History & { readonly kind: 'unanswered'; readonly isEdited: boolean })
  /** The row has an assessment, and its inputs cannot be read. */
  | (History & { readonly kind: 'changed'; readonly proven: ProvenRequest | undefined })
  /** The row cannot be sent although its inputs are valid. */
  | (History & {
      readonly kind: 'blocked';
      readonly why: Message;
      /** The key that the row gets if a person confirms that it is a new assessment. */
      readonly newRowKey: string | undefined;
      readonly proven: ProvenRequest | undefined;
    })
  /** The row has the same inputs as the row `sameAs`; see the situation `duplicate`. */
  | { readonly kind: 'repeat'; readonly isHeld: boolean; readonly showsNothing: boolean }
  /** The row was copied from a row that still exists, and its inputs have changed since. */
  | { readonly kind: 'copied' }
  /** The row has faults besides the values of its inputs. */
  | { readonly kind: 'faulty'; readonly faults: readonly RowFault[] }
  | (History & {
      readonly kind: 'next';
      readonly round: number;
      /** The key and the ID of the previous assessment, if its result is not known yet. */
      readonly unread: { readonly key: string; readonly assessmentId: string } | undefined;
    })
  /** The person was forgotten at this time (ISO 8601), and the row has not changed. */
  | { readonly kind: 'forgotten'; readonly at: string }
  /** The row shows results of a forgotten person, but has other inputs or is to be sent again. */
  | { readonly kind: 'showsForgotten'; readonly why: Message };

/** Hashes that a reference proves for an assessment that the journal lacks. */
interface ProvenRequest {
  readonly inputs: string;
  readonly person: string;
}

export const noHistory: History = { earlier: [], isChanged: false };

export function getHistory({ plan }: Pick<PlannedRow, 'plan'>): History {
  return plan !== undefined && 'earlier' in plan ? plan : noHistory;
}

export function createBlockedPlan(
  why: Message,
  details: Partial<Omit<RowPlan & { readonly kind: 'blocked' }, 'kind' | 'why'>> = {},
): RowPlan {
  return {
    kind: 'blocked',
    why,
    ...noHistory,
    newRowKey: undefined,
    proven: undefined,
    ...details,
  };
}

export function createImportedPlan(importedId: string, proven?: ProvenRequest): RowPlan {
  return { kind: 'imported', importedId, proven, ...noHistory };
}

export function findBlock({ plan }: Pick<PlannedRow, 'plan'>): Message | undefined {
  return plan !== undefined && 'why' in plan ? plan.why : undefined;
}

export function findFaults({ plan }: Pick<PlannedRow, 'plan'>): readonly RowFault[] {
  return plan?.kind === 'faulty' ? plan.faults : [];
}

/** Returns an empty text for a result without an ID. */
export function findImportedId({ plan }: Pick<PlannedRow, 'plan'>): string | undefined {
  return plan?.kind === 'imported' ? plan.importedId : undefined;
}

export function findNewRowKey({ plan }: Pick<PlannedRow, 'plan'>): string | undefined {
  return plan?.kind === 'blocked' ? plan.newRowKey : undefined;
}

export function findRound({ plan }: Pick<PlannedRow, 'plan'>): number | undefined {
  return plan?.kind === 'next' ? plan.round : undefined;
}

export function isEditedSinceSent({ plan }: Pick<PlannedRow, 'plan'>): boolean {
  return plan !== undefined && 'isEdited' in plan && plan.isEdited;
}

/** Returns true for a row that no option sends. */
export function isHeldBack({ plan }: Pick<PlannedRow, 'plan'>): boolean {
  return plan !== undefined && 'isHeld' in plan && plan.isHeld;
}

/** Returns true if the cells of the row belong to the imported result. */
export function showsImported(row: PlannedRow): boolean {
  const importedId = findImportedId(row);
  return importedId !== undefined && importedId === row.previous?.id;
}

/** Returns true for a row of a forgotten person; with other inputs, only if it shows no ID. */
export function isForgotten({ plan, previous }: PlannedRow): boolean {
  return plan?.kind === 'forgotten' || (plan?.kind === 'showsForgotten' && previous?.id === '');
}

/** Returns the row with the result of its previous assessment, if the run has read that result. */
export function updateHistory(
  row: PlannedRow,
  journal: { state(key: string): RowState | undefined },
): PlannedRow {
  const { plan } = row;
  if (plan?.kind !== 'next' || plan.unread === undefined) return row;
  const [last, ...before] = plan.earlier;
  const now = journal.state(plan.unread.key) ?? last;
  return now === undefined ? row : { ...row, plan: { ...plan, earlier: [now, ...before] } };
}

/**
 * Returns true if the assessment is another row's, so a decision about this row cannot detach it.
 */
export function onlyShowsId(row: PlannedRow): boolean {
  const code = findBlock(row)?.code;
  return code === 'assessmentInOtherRow' || code === 'assessmentOfOtherEmployee';
}

/** Returns the ID if a person must decide whether it belongs to the row. */
export function findUnprovenId(row: PlannedRow): string | undefined {
  const why = findBlock(row);
  return why?.code === 'assessmentUnproven' ? why.assessmentId : undefined;
}

export function showsUnprovenResult(row: PlannedRow): boolean {
  return findBlock(row)?.code === 'doneUnknown';
}

/** Forgotten rows are not counted, because they do not wait for a person. */
export function countBlocked(rows: readonly PlannedRow[]): { blocked: number; changed: number } {
  const blocked = rows.filter((row) => findBlock(row) !== undefined && !isForgotten(row));
  const changed = blocked.filter(
    (row) => getHistory(row).isChanged && findNewRowKey(row) === undefined,
  );
  return { blocked: blocked.length, changed: changed.length };
}
