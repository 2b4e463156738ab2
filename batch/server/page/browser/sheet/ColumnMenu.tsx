import { Tick } from '../parts/Field.js';
import { Menu } from '../parts/Menu.js';
import type { ResultColumn } from './resultColumns.js';

/** Chooses the columns of the results that are shown. */
export function ColumnMenu({
  columns,
  hidden,
  hide,
}: {
  columns: readonly ResultColumn[];
  hidden: ReadonlySet<string>;
  hide: (hidden: ReadonlySet<string>) => void;
}) {
  return (
    <Menu label="Columns" kind="of-columns">
      {columns
        .filter(({ canHide }) => canHide)
        .map(({ name, words }) => (
          <Tick
            key={name}
            label={words}
            isOn={!hidden.has(name)}
            change={(isOn) => {
              const next = new Set(hidden);
              if (isOn) next.delete(name);
              else next.add(name);
              hide(next);
            }}
          />
        ))}
      {hidden.size > 0 && (
        <button
          type="button"
          class="button small"
          onClick={() => {
            hide(new Set());
          }}
        >
          Show all columns
        </button>
      )}
    </Menu>
  );
}
