import { forgottenIdsIn } from '../journal/forgotten.js';
import type { IntakeRow } from '../intake/intakeRow.js';
import type { RowState } from '../journal/rowState.js';
import { isUnconfirmed } from '../journal/settle.js';
import { RecordedInputs } from '../rows/recordedInputs.js';
import { disownedIds } from '../rows/journalRequests.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import { hasResults } from '../rows/shownStatus.js';

/** The part of a journal that shows whether it contains rows and assessments. */
export interface KnownRows {
  readonly states: ReadonlyMap<string, RowState>;
  readonly findKeyById: (id: string) => string | undefined;
}

/**
 * Returns the rows that prove that the journal is older than the sheet: it was restored from a
 * backup, because a run writes the journal first. Rows could be sent again with it, so nothing may
 * be sent.
 */
export function findRowsMissingFromJournal(
  { importedFact }: Pick<SheetOperation, 'importedFact'>,
  rows: readonly IntakeRow[],
  known: KnownRows,
): IntakeRow[] {
  const forgotten = forgottenIdsIn(known.states);
  const disowned = disownedIds(known.states);
  const isKnown = (id: string) =>
    known.findKeyById(id) !== undefined || forgotten.has(id) || disowned.has(id);
  if (importedFact !== undefined)
    return rows.filter((row) => isDoneOnlyInSheet(row, known, isKnown));
  let records: RecordedInputs | undefined;
  return rows.filter(({ previous }) => {
    const { shown: reference, id = '' } = previous ?? {};
    if (reference?.isOfThisJournal !== true) return false;
    if (reference.assessment === 'own') return !isKnown(id);
    records ??= new RecordedInputs(known.states);
    return !records.has(reference);
  });
}

function isDoneOnlyInSheet(
  { key, previous }: IntakeRow,
  { states }: KnownRows,
  isKnown: (id: string) => boolean,
): boolean {
  if (previous === undefined || previous.id === '' || !hasResults(previous)) return false;
  const own = states.get(key);
  if (own?.state === 'Forgotten' || isKnown(previous.id)) return false;
  // The journal contains the row as sent, or a person has decided that its results do not count.
  return own === undefined || !(isUnconfirmed(own) || own.byPerson === true);
}
