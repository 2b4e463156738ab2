import type { IntakeRow } from '../../batch/engine/intake/intakeRow.js';
import { messageHash } from '../../batch/engine/intake/messageHash.js';
import type { HashOf } from '../../batch/engine/intake/rowKey.js';
import { says } from '../../batch/engine/rows/shownStatus.js';
import { wording } from './words/wording.js';

/** An Assessment ID that a person has entered. */
export interface EnteredId {
  readonly assessmentId: string;
  readonly row: string;
  readonly employee: string;
}

/** What people have decided about rows without an answer, in the cells of a workbook. */
export interface Decisions {
  /** The keys of rows that were not sent because another row of their employee has no answer. */
  readonly waiting: ReadonlySet<string>;
  /** Those whose status a person has cleared: the service has no earlier assessment. */
  readonly decided: ReadonlySet<string>;
  /** IDs of rows that had no answer, or waited for one. */
  readonly entered: readonly EnteredId[];
}

/** Before a workbook was read. */
export const noDecisions: Decisions = { waiting: new Set(), decided: new Set(), entered: [] };

/** Reads them; `hashOf` hashes messages as in the rows. */
export function decisionsIn(rows: readonly IntakeRow[], hashOf: HashOf): Decisions {
  const message = messageHash(wording({ code: 'employeeUnanswered' }), hashOf);
  const waiting = new Set<string>();
  const decided = new Set<string>();
  const entered: EnteredId[] = [];
  for (const { key, previous, employee = '' } of rows) {
    if (key === '' || previous === undefined) continue;
    const { status, id, scored, isLinked = false, inputsCode } = previous;
    const waits = previous.message === message && (status === '' || says(previous, 'Not sent'));
    if (waits) (status === '' ? decided : waiting).add(key);
    // Beside the ID of an earlier assessment, there is its code, its link or its scores.
    const isEarlier = scored || isLinked || inputsCode !== undefined;
    if (id === '' || isEarlier || !(waits || says(previous, 'Unconfirmed'))) continue;
    entered.push({ assessmentId: id, row: key, employee });
  }
  return { waiting, decided, entered };
}
