import type { ComponentChildren } from 'preact';
import { may } from '../app/session.js';
import { t } from '../language/language.js';

/** The bar is at the bottom of the window, so that no row moves away from the pointer when it appears. */
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
  children: ComponentChildren;
}) {
  if (rows === 0) {
    return (
      <div class="card selection" role="status">
        <span>{t(($) => $.results.selection.deselected, { count: deselected })}</span>
        <button type="button" class="button small" onClick={clear}>
          {t(($) => $.results.selection.ok)}
        </button>
      </div>
    );
  }
  return (
    <div class="card selection">
      <strong aria-live="polite">{t(($) => $.results.selection.selected, { count: rows })}</strong>
      {children}
      {may('decide') ? (
        <button type="button" class="button primary small" onClick={decide}>
          {t(($) => $.results.selection.decide)}
        </button>
      ) : (
        <span class="muted">{t(($) => $.results.selection.approversOnly)}</span>
      )}
      <button type="button" class="button small" onClick={clear}>
        {t(($) => $.results.selection.clear)}
      </button>
    </div>
  );
}
