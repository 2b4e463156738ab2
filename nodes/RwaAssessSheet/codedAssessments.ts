import { isSamePerson } from '../../batch/engine/intake/inputsCode.js';
import type { IntakeRow } from '../../batch/engine/intake/intakeRow.js';
import { foundKey } from '../../batch/engine/intake/rowKey.js';
import type { RowFact } from '../../batch/engine/journal/facts.js';
import { madeForBefore, madeForNow } from '../../batch/engine/rows/madeFor.js';
import { resultFacts } from '../../batch/engine/rows/resultFacts.js';

/** An assessment that a workbook shows, with the code of what it was made for. */
interface Coded {
  readonly row: IntakeRow;
  /** The row that has these inputs now; missing where none has. */
  readonly owner: IntakeRow | undefined;
}

/**
 * The assessments that a workbook shows with a code, by their IDs, each once: a copied row shows that of
 * another one. `isKnown` says which are known otherwise.
 */
export function codedAssessments(
  rows: readonly IntakeRow[],
  isKnown: (assessmentId: string) => boolean,
): ReadonlyMap<string, Coded> {
  const coded = new Map<string, Coded>();
  const parted: IntakeRow[] = [];
  for (const row of rows) {
    const { id = '' } = row.previous ?? {};
    const before = madeForBefore(row);
    if (id === '' || before === undefined || isKnown(id)) continue;
    if (madeForNow(row) === before) coded.set(id, { row, owner: row });
    else parted.push(row);
  }
  if (parted.length === 0) return coded;
  const owners = new Map<string, IntakeRow>();
  const taken = new Set([...coded.values()].map(({ row }) => row));
  for (const row of rows) {
    const now = madeForNow(row);
    if (now !== undefined && !taken.has(row) && !owners.has(now)) owners.set(now, row);
  }
  for (const row of parted) {
    const { id = '' } = row.previous ?? {};
    if (coded.has(id)) continue;
    const before = madeForBefore(row) ?? '';
    coded.set(id, { row, owner: owners.get(before) });
    owners.delete(before);
  }
  return coded;
}

/** The facts that make a journal know such an assessment. */
export function codedFacts({ row, owner }: Coded, at: string): RowFact[] {
  const { id: assessmentId = '', redirectUrl, scores, assessedAt = at } = row.previous ?? {};
  const before = madeForBefore(row) ?? '';
  const isOfPerson = isSamePerson(before, madeForNow(row) ?? before);
  // Empty is nobody's.
  const made =
    owner === undefined
      ? { row: foundKey(assessmentId), request: '', employee: isOfPerson ? row.employee : '' }
      : { row: owner.key, employee: owner.employee };
  const shown = { assessmentId, redirectUrl, scores, at: assessedAt };
  return [
    { fact: 'intent', ...made, attempt: 1, at },
    ...resultFacts(made.row, shown, made.request),
  ];
}
