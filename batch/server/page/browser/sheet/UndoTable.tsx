import type { ComponentChildren } from 'preact';
import type { Sheet } from '../../../contract/shapes.js';
import { ask } from '../app/api.js';
import { t } from '../language/language.js';
import { ActionButton } from '../parts/ActionButton.js';
import { Moment } from '../parts/Time.js';
import { getApiPath } from './sheetPaths.js';

interface UndoableChange {
  /** The path is relative to the API path of the sheet. */
  readonly path: string;
  readonly cells: readonly ComponentChildren[];
  readonly by: string;
  readonly at: string;
  readonly undo: string;
}

export function UndoTable({
  title,
  headings,
  rows,
  sheet,
  isDisabled,
  onUndone,
}: {
  title: string;
  headings: readonly string[];
  rows: readonly UndoableChange[];
  sheet: Sheet;
  isDisabled: boolean;
  onUndone: (sheet: Sheet) => void;
}) {
  return (
    <section class="card scroll" aria-label={title}>
      <table class="stacked">
        <caption class="unseen">{title}</caption>
        <thead>
          <tr>
            {[...headings, t(($) => $.rowProblems.by)].map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
            {!isDisabled && (
              <th scope="col">
                <span class="unseen">{t(($) => $.rowProblems.undo)}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ path, cells: [first, ...others], by, at, undo }) => (
            <tr key={path}>
              <th scope="row" data-label={headings[0]}>
                {first}
              </th>
              {others.map((cell, index) => (
                <td key={headings[index + 1]} data-label={headings[index + 1]}>
                  {cell}
                </td>
              ))}
              <td data-label={t(($) => $.rowProblems.by)}>
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
                      onUndone(await ask<Sheet>('DELETE', `${getApiPath(sheet)}/${path}`));
                    }}
                  >
                    {t(($) => $.rowProblems.undo)}
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
