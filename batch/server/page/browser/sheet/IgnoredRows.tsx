import type { IgnoredRow, Sheet } from '../../../contract/shapes.js';
import { t } from '../language/language.js';
import { Empty } from '../parts/Notes.js';
import { UndoTable } from './UndoTable.js';

export function IgnoredRows({
  sheet,
  rows,
  isDisabled,
  onChanged,
}: {
  sheet: Sheet;
  rows: readonly IgnoredRow[];
  isDisabled: boolean;
  onChanged: (sheet: Sheet) => void;
}) {
  if (rows.length === 0) {
    return (
      <section class="card" aria-label={t(($) => $.rowProblems.ignoredRows.title)}>
        <Empty title={t(($) => $.rowProblems.ignoredRows.empty)} />
      </section>
    );
  }
  return (
    <UndoTable
      title={t(($) => $.rowProblems.ignoredRows.title)}
      headings={[
        t(($) => $.rowProblems.ignoredRows.row),
        t(($) => $.rowProblems.ignoredRows.inSheet),
      ]}
      sheet={sheet}
      isDisabled={isDisabled}
      onUndone={onChanged}
      rows={rows.map(({ row, text, by, at }) => ({
        path: `ignored-rows/${row}`,
        by,
        at,
        undo: t(($) => $.rowProblems.ignoredRows.undo, { row }),
        cells: [row, text],
      }))}
    />
  );
}
