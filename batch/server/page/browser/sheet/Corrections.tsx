import type { MadeCorrection, Sheet } from '../../../contract/shapes.js';
import { ask } from '../app/api.js';
import { moment } from '../app/time.js';
import { plural } from '../app/words.js';
import { ActionButton } from '../parts/ActionButton.js';
import { Empty } from '../parts/Notes.js';
import { apiPath } from './sheetPaths.js';

/** The corrections of a sheet, with a button to undo each. */
export function Corrections({
  sheet,
  made,
  isDisabled,
  corrected,
}: {
  sheet: Sheet;
  made: readonly MadeCorrection[];
  isDisabled: boolean;
  corrected: (sheet: Sheet) => void;
}) {
  if (made.length === 0) {
    return (
      <section class="card" aria-label="Corrections">
        <Empty title="Nothing has been corrected">
          <p>Corrections are sent to the service. The cells in your sheet stay as they are.</p>
        </Empty>
      </section>
    );
  }
  const undo = async (id: string) => {
    const path = `${apiPath(sheet)}/corrections/${encodeURIComponent(id)}`;
    corrected(await ask<Sheet>('DELETE', path));
  };
  return (
    <section class="card scroll" aria-label="Corrections">
      <table>
        <caption class="unseen">Corrections</caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">In the sheet</th>
            <th scope="col">Sent instead</th>
            <th scope="col">Where</th>
            <th scope="col">By</th>
            {!isDisabled && (
              <th scope="col">
                <span class="unseen">Undo</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {made.map(({ id, label, value, to, row, rows, assessedRows, by, at }) => (
            <tr key={id}>
              <th scope="row">{label}</th>
              <td>{value === '' ? <span class="muted">(empty)</span> : value}</td>
              <td>{to}</td>
              <td>
                {row === null ? plural(rows, 'row') : `row ${row}`}
                {!isDisabled && assessedRows > 0 && (
                  <small>
                    {plural(assessedRows, 'row was', 'rows were')} sent like this: Undo takes the
                    scores away.
                  </small>
                )}
              </td>
              <td>
                {by}
                <small>{moment(at)}</small>
              </td>
              {!isDisabled && (
                <td class="number">
                  <ActionButton kind="small" act={() => undo(id)} label={`Undo ${to} for ${value}`}>
                    Undo
                  </ActionButton>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
