import type { MadeCorrection, Sheet } from '../../../contract/shapes.js';
import { plural } from '../app/words.js';
import { Empty } from '../parts/Notes.js';
import { UndoTable } from './UndoTable.js';

/** The corrections of a sheet, with a button to undo each. */
export function Corrections({
  sheet,
  corrections,
  isDisabled,
  onCorrected,
}: {
  sheet: Sheet;
  corrections: readonly MadeCorrection[];
  isDisabled: boolean;
  onCorrected: (sheet: Sheet) => void;
}) {
  if (corrections.length === 0) {
    return (
      <section class="card" aria-label="Corrections">
        <Empty title="Nothing has been corrected">
          <p>Corrections are sent to the service. The cells in your sheet stay as they are.</p>
        </Empty>
      </section>
    );
  }
  return (
    <UndoTable
      title="Corrections"
      headings={['Field', 'In the sheet', 'Sent instead', 'Where']}
      sheet={sheet}
      isDisabled={isDisabled}
      onUndone={onCorrected}
      rows={corrections.map(({ id, label, value, to, row, rows, assessedRows, by, at }) => ({
        path: `corrections/${encodeURIComponent(id)}`,
        by,
        at,
        undo: `Undo ${to} for ${value}`,
        cells: [
          label,
          value === '' ? <span class="muted">(empty)</span> : value,
          to,
          <>
            {row === null ? plural(rows, 'row') : `row ${row}`}
            {!isDisabled && assessedRows > 0 && (
              <small>
                {plural(assessedRows, 'row was', 'rows were')} sent like this: Undo takes the scores
                away.
              </small>
            )}
          </>,
        ],
      }))}
    />
  );
}
