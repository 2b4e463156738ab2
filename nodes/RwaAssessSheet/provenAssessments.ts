import { inputsHash, type RowReference } from '../../batch/engine/identity/reference.js';
import type { IntakeRow } from '../../batch/engine/intake/intakeRow.js';
import { foundKey, requestOfKey } from '../../batch/engine/intake/rowKey.js';
import type { RowFact } from '../../batch/engine/journal/facts.js';
import { resultFacts } from '../../batch/engine/rows/resultFacts.js';
import { hasInputs, hasPerson, shownProof } from '../../batch/engine/rows/rowReference.js';

/** An assessment in a workbook, with the reference that proves what it was made for. */
interface Proven {
  readonly row: IntakeRow;
  readonly reference: RowReference;
  /** The row that has these inputs now; undefined for none. */
  readonly owner: IntakeRow | undefined;
}

/**
 * Returns the assessments in a workbook that a reference proves, by their IDs, each once: a copied row shows
 * that of another one. `isKnown` returns true for an ID that is known otherwise.
 */
export function provenAssessments(
  rows: readonly IntakeRow[],
  service: string,
  isKnown: (assessmentId: string) => boolean,
): ReadonlyMap<string, Proven> {
  const proven = new Map<string, Proven>();
  const separated: Omit<Proven, 'owner'>[] = [];
  const owned = new Set<IntakeRow>();
  for (const row of rows) {
    const { id = '' } = row.previous ?? {};
    const reference = shownProof(row, service);
    if (isKnown(id)) owned.add(row);
    else if (reference === undefined) continue;
    else if (hasInputs(row, reference)) {
      proven.set(id, { row, reference, owner: row });
      owned.add(row);
    } else separated.push({ row, reference });
  }
  if (separated.length === 0) return proven;
  const owners = new Map<string, IntakeRow>();
  for (const row of rows) {
    if (row.inputs === undefined || owned.has(row)) continue;
    const inputs = inputsHash(row.inputs);
    if (!owners.has(inputs)) owners.set(inputs, row);
  }
  for (const { row, reference } of separated) {
    const { id = '' } = row.previous ?? {};
    if (proven.has(id)) continue;
    proven.set(id, { row, reference, owner: owners.get(reference.inputs) });
    owners.delete(reference.inputs);
  }
  return proven;
}

/** The facts that make a journal know such an assessment. `isTaken`: the key of a row has another one already. */
export function provenFacts(
  proven: Proven,
  isTaken: (row: string) => boolean,
  at: string,
): RowFact[] {
  const { id: assessmentId = '', redirectUrl, scores, assessedAt = at } = proven.row.previous ?? {};
  const shown = { assessmentId, redirectUrl, scores, at: assessedAt };
  const { row: key, request, employee } = madeFor(proven, isTaken);
  const made = request === undefined ? {} : { request };
  return [
    { fact: 'intent', row: key, ...made, employee, attempt: 1, at },
    ...resultFacts(key, shown, request),
  ];
}

function madeFor({ row, reference, owner }: Proven, isTaken: (row: string) => boolean) {
  const found = foundKey(row.previous?.id ?? '');
  if (owner !== undefined) {
    const { key, employee } = owner;
    return isTaken(key)
      ? { row: found, request: requestOfKey(key), employee }
      : { row: key, employee };
  }
  // Empty is nobody's.
  return { row: found, request: '', employee: hasPerson(row, reference) ? row.employee : '' };
}
