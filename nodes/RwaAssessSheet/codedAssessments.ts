import { isSamePerson } from '../../batch/engine/intake/inputsCode.js';
import type { IntakeRow } from '../../batch/engine/intake/intakeRow.js';
import { foundKey, requestOfKey } from '../../batch/engine/intake/rowKey.js';
import type { RowFact } from '../../batch/engine/journal/facts.js';
import { hashInCode, hashOfInputs } from '../../batch/engine/rows/inputsCodeOfRow.js';
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
  const separated: IntakeRow[] = [];
  const owned = new Set<IntakeRow>();
  for (const row of rows) {
    const { id = '' } = row.previous ?? {};
    const shown = hashInCode(row);
    if (isKnown(id)) owned.add(row);
    else if (id === '' || shown === undefined) continue;
    else if (hashOfInputs(row) === shown) {
      coded.set(id, { row, owner: row });
      owned.add(row);
    } else separated.push(row);
  }
  if (separated.length === 0) return coded;
  const owners = new Map<string, IntakeRow>();
  for (const row of rows) {
    const own = hashOfInputs(row);
    if (own !== undefined && !owned.has(row) && !owners.has(own)) owners.set(own, row);
  }
  for (const row of separated) {
    const { id = '' } = row.previous ?? {};
    if (coded.has(id)) continue;
    const shown = hashInCode(row) ?? '';
    coded.set(id, { row, owner: owners.get(shown) });
    owners.delete(shown);
  }
  return coded;
}

/** The facts that make a journal know such an assessment. `isTaken`: the key of a row has another one already. */
export function codedFacts(
  { row, owner }: Coded,
  isTaken: (row: string) => boolean,
  at: string,
): RowFact[] {
  const { id: assessmentId = '', redirectUrl, scores, assessedAt = at } = row.previous ?? {};
  const shown = { assessmentId, redirectUrl, scores, at: assessedAt };
  const { row: key, request, employee } = madeFor(row, owner, isTaken);
  const made = request === undefined ? {} : { request };
  return [
    { fact: 'intent', row: key, ...made, employee, attempt: 1, at },
    ...resultFacts(key, shown, request),
  ];
}

function madeFor(row: IntakeRow, owner: IntakeRow | undefined, isTaken: (row: string) => boolean) {
  const found = foundKey(row.previous?.id ?? '');
  if (owner !== undefined) {
    const { key, employee } = owner;
    return isTaken(key)
      ? { row: found, request: requestOfKey(key), employee }
      : { row: key, employee };
  }
  const shown = hashInCode(row) ?? '';
  const isOfPerson = isSamePerson(shown, hashOfInputs(row) ?? shown);
  // Empty is nobody's.
  return { row: found, request: '', employee: isOfPerson ? row.employee : '' };
}
