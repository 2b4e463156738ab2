import { unguarded } from '../../../sheets/csv/formulaGuard.js';
import type { Cell } from '../../../sheets/sheet.js';
import { textOf } from '../intake/writtenValues.js';
import type { ReportColumn } from '../operations/sheetOperation.js';
import { isScore } from './likeResults.js';
import { isSameValue } from './sameValue.js';
import type { ShownRow } from './shownRows.js';

/** A person who types scores hardly types as many. */
const fewestScores = 3;

/**
 * True for a row that shows scores which are not those of its assessment, although it has another one now, or
 * other inputs and no ID. If the journal does not have them either, it was lost, or the person was
 * forgotten: they are nobody's.
 */
export function showsOtherScores(
  columns: readonly ReportColumn[],
  { row, report }: ShownRow,
  cell: (name: string) => Cell | undefined,
): boolean {
  const id = textOf(cell('id'));
  const isNew = report.assessmentId !== undefined && report.assessmentId !== unguarded(id);
  if (!isNew && !(id === '' && row.isChanged === true)) return false;
  const others = columns.filter((column) => {
    const there = cell(column.name);
    if (there === undefined || !isScore(column)) return false;
    return !isSameValue(there, column.of(report), column.kind);
  });
  return others.length >= fewestScores;
}
