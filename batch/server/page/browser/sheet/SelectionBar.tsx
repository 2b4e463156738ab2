import type { ComponentChildren } from 'preact';
import { may } from '../app/session.js';
import { plural } from '../app/words.js';

/**
 * The number of selected rows, with what can be done with them. It is at the bottom of the window, so that no row moves
 * away from the pointer when the bar appears.
 */
export function SelectionBar({
  rows,
  deselected,
  decide,
  clear,
  children,
}: {
  rows: number;
  /** The number of rows that are no longer selected, because the filter has changed. */
  deselected: number;
  decide: () => void;
  clear: () => void;
  /** A way to select more rows. */
  children: ComponentChildren;
}) {
  if (rows === 0) {
    return (
      <div class="card selection" role="status">
        <span>
          {plural(deselected, 'row is', 'rows are')} no longer selected, because the filter has
          changed.
        </span>
        <button type="button" class="button small" onClick={clear}>
          OK
        </button>
      </div>
    );
  }
  return (
    <div class="card selection">
      <strong aria-live="polite">{plural(rows, 'row')} selected</strong>
      {children}
      {may('decide') ? (
        <button type="button" class="button primary small" onClick={decide}>
          Decide for all…
        </button>
      ) : (
        <span class="muted">Only approvers and administrators can decide.</span>
      )}
      <button type="button" class="button small" onClick={clear}>
        Clear
      </button>
    </div>
  );
}
