import type { SheetSummary } from '../../../contract/shapes.js';
import { statuses } from '../app/words.js';

/** How many rows are in each state, as a bar. The text beside it has the same content, so it is not read aloud. */
export function StatusBar({ counts }: { counts: SheetSummary['counts'] }) {
  const parts = statuses.filter((status) => (counts[status] ?? 0) > 0);
  return (
    <span class="status-bar" aria-hidden="true">
      {parts.map((status) => (
        <i
          key={status}
          class={`is-${status.toLowerCase().replace(' ', '-')}`}
          // Set by script, which the content security policy allows; an attribute it would not.
          style={{ flexGrow: counts[status] ?? 0 }}
        />
      ))}
    </span>
  );
}
