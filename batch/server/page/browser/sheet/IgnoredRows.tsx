import type { IgnoredRow, Sheet } from '../../../contract/shapes.js';
import { Empty } from '../parts/Notes.js';
import { UndoTable } from './UndoTable.js';

/** The ignored rows of a sheet, with a button to undo each. */
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
      <section class="card" aria-label="Ignored rows">
        <Empty title="No row is ignored" />
      </section>
    );
  }
  return (
    <UndoTable
      title="Ignored rows"
      headings={['Row', 'In the sheet']}
      sheet={sheet}
      isDisabled={isDisabled}
      onUndone={onChanged}
      rows={rows.map(({ row, text, by, at }) => ({
        path: `ignored-rows/${row}`,
        by,
        at,
        undo: `Undo ignoring row ${row}`,
        cells: [row, text],
      }))}
    />
  );
}
