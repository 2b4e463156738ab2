import type { Matching } from '../../../contract/shapes.js';
import { nameField } from '../app/fieldNames.js';
import { t } from '../language/language.js';

export function Preview({ matching }: { matching: Matching }) {
  const { columns, preview, headerRow, fields } = matching;
  const labels = new Map(
    fields.flatMap(({ name, column, label, guessedFrom }) => {
      if (column === null) return [];
      const field = nameField(name, label);
      return [
        [column, guessedFrom === undefined ? field : t(($) => $.match.preview.guess, { field })],
      ];
    }),
  );
  return (
    // With a tab index, the region can be scrolled with the keyboard.
    <div
      class="scroll preview"
      tabIndex={0}
      role="region"
      aria-label={t(($) => $.match.preview.label)}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span class="unseen">{t(($) => $.match.preview.row)}</span>
            </th>
            {columns.map(({ letter, isOurs }) => (
              <th key={letter} scope="col">
                {letter}
                <small class={labels.has(letter) ? 'matched' : ''}>
                  {labels.get(letter) ??
                    t(($) => (isOurs ? $.match.preview.results : $.match.preview.notUsed))}
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
                {number === headerRow && (
                  <span class="unseen"> {t(($) => $.match.preview.headings)}</span>
                )}
              </th>
              {columns.map(({ letter }, index) => (
                <td key={letter}>{cells[index] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
