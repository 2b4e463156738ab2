import type { ComponentChildren } from 'preact';
import type { Sheet } from '../../../contract/shapes.js';
import { ask } from '../app/api.js';
import { ActionButton } from '../parts/ActionButton.js';
import { Moment } from '../parts/Time.js';
import { apiPath } from './sheetPaths.js';

/** A decision of a member about how a sheet is read. */
interface Undoable {
  /** The end of its address in the API. */
  readonly path: string;
  readonly cells: readonly ComponentChildren[];
  readonly by: string;
  readonly at: string;
  /** The name of its button for screen readers. */
  readonly undo: string;
}

/** A table of decisions about how a sheet is read, with a button to undo each. */
export function UndoTable({
  title,
  headings,
  rows,
  sheet,
  isDisabled,
  undone,
}: {
  title: string;
  headings: readonly string[];
  rows: readonly Undoable[];
  sheet: Sheet;
  isDisabled: boolean;
  undone: (sheet: Sheet) => void;
}) {
  return (
    <section class="card scroll" aria-label={title}>
      <table>
        <caption class="unseen">{title}</caption>
        <thead>
          <tr>
            {[...headings, 'By'].map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
            {!isDisabled && (
              <th scope="col">
                <span class="unseen">Undo</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ path, cells: [first, ...others], by, at, undo }) => (
            <tr key={path}>
              <th scope="row">{first}</th>
              {others.map((cell, index) => (
                <td key={headings[index]}>{cell}</td>
              ))}
              <td>
                {by}
                <small>
                  <Moment of={at} />
                </small>
              </td>
              {!isDisabled && (
                <td class="number">
                  <ActionButton
                    kind="small"
                    label={undo}
                    act={async () => {
                      undone(await ask<Sheet>('DELETE', `${apiPath(sheet)}/${path}`));
                    }}
                  >
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
