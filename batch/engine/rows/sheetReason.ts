import type { IntakeRow } from '../intake/intakeRow.js';
import type { Reason } from '../journal/reason.js';
import { hasLostId, says } from './shownStatus.js';

/** Why a row is unconfirmed that only the sheet shows as sent. */
export type SheetReason =
  /** The sheet says that it was sent and never answered. */
  | { readonly kind: 'saysSo' }
  /** The sheet says by this status that it was sent, and its id is missing. */
  | { readonly kind: 'idIsMissing'; readonly status: string };

/** Why a row is unconfirmed that is not in the journal. */
export function reasonInSheet({ previous }: Pick<IntakeRow, 'previous'>): SheetReason {
  // A code stands only beside an assessment.
  const hadId = previous?.id === '' && previous.inputsCode !== undefined;
  if (hadId && says(previous, 'Unconfirmed')) return { kind: 'idIsMissing', status: 'Scored' };
  if (previous === undefined || !hasLostId(previous)) return { kind: 'saysSo' };
  return { kind: 'idIsMissing', status: previous.status || 'Scored' };
}

/** The text of the reason in the journal. */
export function reasonText(reason: SheetReason): string {
  return reason.kind === 'saysSo' ? saysSo : `${before}${reason.status}${after}`;
}

/** The reason that a journal keeps in this text, where it is one of these. */
export function sheetReasonIn(text: Reason | undefined): SheetReason | undefined {
  if (text === saysSo) return { kind: 'saysSo' };
  if (typeof text !== 'string' || !text.endsWith(after)) return undefined;
  return { kind: 'idIsMissing', status: text.slice(before.length, -after.length) };
}

/** True for the text of a reason that an id was missing. */
export function isLostId(text: Reason | undefined): boolean {
  return sheetReasonIn(text)?.kind === 'idIsMissing';
}

// Existing journals contain these texts.
const saysSo =
  'The sheet says that it was sent and never answered; its journal had no record of it.';
const before = 'The sheet said ';
const after = ', but its Assessment ID is missing and the journal had no record of it.';
