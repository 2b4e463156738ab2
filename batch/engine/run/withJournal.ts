import type { IntakeOptions } from '../intake/intakeOptions.js';
import type { JournalState } from '../journal/journalState.js';
import { proofScope } from '../rows/proofScope.js';

/** The states of a sheet's rows, and the functions that hash them. */
export type KnownSheet = Pick<
  JournalState,
  'states' | 'state' | 'findKeyById' | 'hashOf' | 'columns' | 'referenceHash'
>;

/**
 * Returns the options to read a sheet and hash its rows as its journal does. `service` is undefined
 * for commands that send nothing.
 */
export function withJournal(
  intake: IntakeOptions,
  journal: KnownSheet,
  service: string | undefined,
): IntakeOptions {
  const { columns: knownColumns, hashOf } = journal;
  return { ...intake, proofs: proofScope(service, journal), knownColumns, hashOf, known: journal };
}
