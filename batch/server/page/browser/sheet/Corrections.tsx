import type { MadeCorrection, Sheet } from '../../../contract/shapes.js';
import { ask } from '../app/api.js';
import { moment } from '../app/time.js';
import { many } from '../app/words.js';
import { Act } from '../parts/Act.js';
import { Empty } from '../parts/Said.js';
import { apiPath } from './sheetPaths.js';

/** The corrections of a sheet, with a button to undo each. */
export function Corrections({
  sheet,
  made,
  isOff,
  corrected,
}: {
  sheet: Sheet;
  made: readonly MadeCorrection[];
  isOff: boolean;
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
            {!isOff && (
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
                {row === null ? many(rows, 'row') : `row ${row}`}
                {!isOff && assessedRows > 0 && (
                  <small>
                    {many(assessedRows, 'row was', 'rows were')} sent like this: Undo takes the
                    scores away.
                  </small>
                )}
              </td>
              <td>
                {by}
                <small>{moment(at)}</small>
              </td>
              {!isOff && (
                <td class="number">
                  <Act kind="small" act={() => undo(id)} label={`Undo ${to} for ${value}`}>
                    Undo
                  </Act>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
