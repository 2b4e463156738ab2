import { Checkbox } from '../parts/Field.js';
import { Menu } from '../parts/Menu.js';
import type { ResultColumn } from './resultColumns.js';

/** Chooses the columns of the results that are shown. */
export function ColumnMenu({
  columns,
  hidden,
  hide,
}: {
  columns: readonly ResultColumn[];
  hidden: readonly string[];
  hide: (hidden: readonly string[]) => void;
}) {
  return (
    <Menu label="Columns" kind="of-columns">
      {columns
        .filter(({ canHide }) => canHide)
        .map(({ name, words }) => (
          <Checkbox
            key={name}
            label={words}
            isOn={!hidden.includes(name)}
            change={(isOn) => {
              hide(isOn ? hidden.filter((each) => each !== name) : [...hidden, name]);
            }}
          />
        ))}
      {hidden.length > 0 && (
        <button
          type="button"
          class="button small"
          onClick={() => {
            hide([]);
          }}
        >
          Show all columns
        </button>
      )}
    </Menu>
  );
}
