import { groupedBy } from '../groupedBy.js';
import { toBaseKey } from '../intake/rowKey.js';
import type { IntakeRow } from '../intake/intakeRow.js';
import type { Contradiction } from './rowMessages.js';
import type { SubmissionKind } from './submissionKind.js';

/** Returns a function that finds rows which contradict each other. Its result is by row number. */
export function createContradictionFinder({ identity, unique, fields }: SubmissionKind) {
  const about = (code: Contradiction['code'], field: string, rows: readonly number[]) => {
    return { code, field, label: fields[field]?.label ?? field, rows };
  };
  return (rows: readonly IntakeRow[]): ReadonlyMap<number, Contradiction> => {
    const found = new Map<number, Contradiction>();
    if (unique !== undefined) {
      for (const sharing of groupsThatDiffer(rows, valueIn(unique), ({ key }) => toBaseKey(key))) {
        const whose = about('sharedByPeople', unique, sharing);
        for (const row of sharing) found.set(row, whose);
      }
    }
    for (const differing of groupsThatDiffer(rows, ({ key }) => toBaseKey(key), textOfRequest)) {
      const which = about('sameCaseDiffers', identity, differing);
      for (const row of differing) found.set(row, which);
    }
    return found;
  };
}

/**
 * Returns groups of row numbers: rows in a group have the same shared value, but different values
 * that should agree.
 */
function groupsThatDiffer(
  rows: readonly IntakeRow[],
  shared: (row: IntakeRow) => string,
  agreed: (row: IntakeRow) => string | undefined,
): number[][] {
  const readable = rows.filter(({ inputs }) => inputs !== undefined);
  return [...groupedBy(readable, shared).values()].flatMap((same) =>
    same.length > 1 && new Set(same.map(agreed)).size > 1 ? [same.map(({ number }) => number)] : [],
  );
}

function textOfRequest({ inputs }: IntakeRow): string {
  return JSON.stringify(inputs);
}

function valueIn(field: string) {
  return ({ inputs }: IntakeRow): string => String(inputs?.[field] ?? '');
}
