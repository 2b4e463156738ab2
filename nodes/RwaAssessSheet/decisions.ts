import type { IntakeRow } from '../../batch/engine/intake/intakeRow.js';
import { type HashOf, requestOfKey } from '../../batch/engine/intake/rowKey.js';
import { StandingNotes } from '../../batch/engine/run/standingNotes.js';
import { says, showsAssessment } from '../../batch/engine/rows/shownStatus.js';
import { wording } from './words/wording.js';

/** An Assessment ID that a person has entered. */
export interface EnteredId {
  readonly assessmentId: string;
  readonly row: string;
  readonly employee: string;
}

/** Decisions that people have made in the cells of a workbook, about rows without an answer. */
export interface Decisions {
  /** The requests of rows that were not sent because another row of their employee has no answer. */
  readonly waiting: ReadonlySet<string>;
  /** The keys of those whose status a person has cleared: the service has no earlier assessment. */
  readonly decided: ReadonlySet<string>;
  /** IDs in rows without results. */
  readonly entered: readonly EnteredId[];
  /** The keys of those rows that were Unconfirmed, or waited for the answer to another row. */
  readonly answered: ReadonlySet<string>;
}

/** Before a workbook was read. */
export const noDecisions: Decisions = {
  ...{ waiting: new Set(), decided: new Set(), answered: new Set() },
  entered: [],
};

/** Reads them; `hashOf` hashes messages as in the rows. */
export function decisionsIn(rows: readonly IntakeRow[], hashOf: HashOf): Decisions {
  const standing = new StandingNotes(wording, hashOf);
  const waiting = new Set<string>();
  const decided = new Set<string>();
  const entered: EnteredId[] = [];
  const answered = new Set<string>();
  for (const { key, previous, employee = '' } of rows) {
    if (key === '' || previous === undefined) continue;
    const { status, id } = previous;
    const isUnsent = status === '' || says(previous, 'Not sent');
    const waits = isUnsent && standing.isShown(previous);
    if (waits && status === '') decided.add(key);
    else if (waits) waiting.add(requestOfKey(key) ?? key);
    // Beside the ID of an earlier assessment, there is its code, its link or its scores.
    if (id === '' || showsAssessment(previous)) continue;
    entered.push({ assessmentId: id, row: key, employee });
    if (waits || says(previous, 'Unconfirmed')) answered.add(key);
  }
  return { waiting, decided, entered, answered };
}
