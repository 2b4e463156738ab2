import type { Matching } from '../../../contract/shapes.js';

/** The first rows of the sheet, with the field that each column is matched to. */
export function Preview({ matching }: { matching: Matching }) {
  const { columns, preview, headerRow, fields } = matching;
  const labels = new Map(
    fields.flatMap(({ column, label, guessedFrom }) =>
      column === null ? [] : [[column, guessedFrom === undefined ? label : `${label} (guess)`]],
    ),
  );
  return (
    // A region that scrolls can be reached and scrolled by the keyboard.
    <div class="scroll preview" tabIndex={0} role="region" aria-label="First rows of the sheet">
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span class="unseen">Row</span>
            </th>
            {columns.map(({ letter, isOurs }) => (
              <th key={letter} scope="col">
                {letter}
                <small class={labels.has(letter) ? 'matched' : ''}>
                  {labels.get(letter) ?? (isOurs ? 'results' : 'not used')}
                </small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.map(({ number, cells }) => (
            <tr
              key={number}
              class={number === headerRow ? 'headings' : number < headerRow ? 'above' : ''}
            >
              <th scope="row">
                {number}
                {number === headerRow && <span class="unseen"> (headings)</span>}
              </th>
              {columns.map(({ letter }, at) => (
                <td key={letter}>{cells[at] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
