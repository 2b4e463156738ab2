import type { MadeCorrection, Sheet } from '../../../contract/shapes.js';
import { nameField } from '../app/fieldNames.js';
import { formatIfDate } from '../app/time.js';
import { t } from '../language/language.js';
import { Empty } from '../parts/Notes.js';
import { CellText } from './CellText.js';
import { UndoTable } from './UndoTable.js';

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
      <section class="card" aria-label={t(($) => $.rowProblems.corrections.title)}>
        <Empty title={t(($) => $.rowProblems.corrections.empty)}>
          <p>{t(($) => $.rowProblems.corrections.emptyLead)}</p>
        </Empty>
      </section>
    );
  }
  return (
    <UndoTable
      title={t(($) => $.rowProblems.corrections.title)}
      headings={[
        t(($) => $.rowProblems.corrections.field),
        t(($) => $.rowProblems.corrections.inSheet),
        t(($) => $.rowProblems.corrections.sentInstead),
        t(($) => $.rowProblems.corrections.where),
      ]}
      sheet={sheet}
      isDisabled={isDisabled}
      onUndone={onCorrected}
      rows={corrections.map(({ id, field, label, value, to, row, rows, assessedRows, by, at }) => ({
        path: `corrections/${encodeURIComponent(id)}`,
        by,
        at,
        undo: t(($) => $.rowProblems.corrections.undo, { to, value }),
        cells: [
          nameField(field, label),
          <CellText text={value} />,
          formatIfDate(to),
          <>
            {row === null
              ? t(($) => $.terms.rows, { count: rows })
              : t(($) => $.rowProblems.row, { row })}
            {!isDisabled && assessedRows > 0 && (
              <small>{t(($) => $.rowProblems.corrections.sent, { count: assessedRows })}</small>
            )}
          </>,
        ],
      }))}
    />
  );
}
