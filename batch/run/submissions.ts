import type { Fields } from '../../src/field.js';
import { caseOfKey } from '../intake/rowKey.js';
import type { IntakeRow } from '../intake/readSheet.js';
import { isUnconfirmed } from '../journal/settle.js';
import type { RowState } from '../journal/rowState.js';
import type { DoneStanding, PlannedRow, Standing } from './standing.js';

/** What decides where the row of a {@link submitRow} stands. */
export interface SubmissionKind {
  readonly done: DoneStanding;
  readonly repeatable: boolean;
  /** What two rows of the same case have in common: "the same assessment". */
  readonly sameCase: string;
  /** An input that no two cases of a sheet may share. */
  readonly unique?: string;
  readonly fields: Fields;
}

/**
 * Where a row of an operation without results to wait for stands. One of effect `once` stays done
 * whatever its inputs become; a repeatable one is sent again when they have changed.
 */
export function standingOfSubmission({ done, repeatable }: SubmissionKind) {
  return (row: PlannedRow, state: RowState | undefined): Standing => {
    const isSame = state?.request === undefined || state.request === row.request;
    if (state?.state === 'Done' && (isSame || !repeatable)) return done;
    if (state !== undefined && isUnconfirmed(state) && (isSame || !repeatable)) {
      return 'Unconfirmed';
    }
    if (row.blocked !== undefined || row.problems !== undefined) return 'Invalid';
    if (row.sameAs !== undefined) return 'Duplicate';
    if (state?.state === 'Rejected' && isSame) return 'Rejected';
    return row.adopted !== undefined && state === undefined ? done : 'Not sent';
  };
}

/** Adds to each row what only shows when all rows and the journal are seen together. */
export function planSubmissions({ done, repeatable, sameCase, unique, fields }: SubmissionKind) {
  return (
    rows: readonly IntakeRow[],
    states: ReadonlyMap<string, RowState>,
  ): readonly PlannedRow[] => {
    const others = contradictions(
      rows,
      ({ key }) => caseOfKey(key),
      ({ body }) => body,
    );
    const uniqueOf = (row: IntakeRow) => (unique === undefined ? '' : valueOf(row, unique));
    const sharing =
      unique === undefined
        ? new Map<string, readonly number[]>()
        : contradictions(rows, uniqueOf, ({ key }) => caseOfKey(key));
    const unconfirmed: Standing = 'Unconfirmed';
    return rows.map((row): PlannedRow => {
      const rowNumbers = others.get(caseOfKey(row.key));
      if (rowNumbers !== undefined) {
        return {
          ...row,
          problems: `Rows ${rowNumbers.join(', ')} are of ${sameCase} and differ. Keep one of them.`,
        };
      }
      const sharers = sharing.get(uniqueOf(row));
      if (sharers !== undefined) {
        const label = fields[unique ?? '']?.label ?? '';
        return {
          ...row,
          problems: `Rows ${sharers.join(', ')} have the same ${label} and are of different people. Correct it.`,
        };
      }
      if (states.has(row.key)) return row;
      if (row.written?.status === done) return { ...row, adopted: row.written.id };
      if (repeatable || row.written?.status !== unconfirmed) return row;
      return {
        ...row,
        blocked:
          'The sheet says that this row was sent and never answered, and its journal does not know it. Look in the service: if it is done there, leave the row out; if not, clear the result cells of the row. Then run again.',
      };
    });
  };
}

/** Row numbers by what they share, where they should agree in something else and do not. */
function contradictions(
  rows: readonly IntakeRow[],
  shared: (row: IntakeRow) => string,
  agreed: (row: IntakeRow) => string | undefined,
): ReadonlyMap<string, readonly number[]> {
  const groups = Map.groupBy(
    rows.filter(({ body }) => body !== undefined),
    shared,
  );
  return new Map(
    [...groups].flatMap(([key, same]) =>
      new Set(same.map(agreed)).size > 1 ? [[key, same.map(({ number }) => number)]] : [],
    ),
  );
}

function valueOf({ body = '{}' }: IntakeRow, field: string): string {
  return (JSON.parse(body) as Readonly<Record<string, string>>)[field] ?? '';
}
