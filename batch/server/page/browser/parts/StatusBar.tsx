import type { SheetSummary } from '../../../contract/shapes.js';
import { statuses } from '../app/words.js';

/** The bar is hidden from screen readers, because the text beside it contains the same numbers. */
export function StatusBar({ counts }: { counts: SheetSummary['counts'] }) {
  const parts = statuses.filter((status) => (counts[status] ?? 0) > 0);
  return (
    <span class="status-bar" aria-hidden="true">
      {parts.map((status) => (
        <i
          key={status}
          class={`is-${status.toLowerCase().replace(' ', '-')}`}
          // The content security policy allows styles that a script sets, but not a style attribute.
          style={{ flexGrow: counts[status] ?? 0 }}
        />
      ))}
    </span>
  );
}
