import { t } from '../language/language.js';
import { Checkbox } from '../parts/Field.js';
import { Menu } from '../parts/Menu.js';
import type { ResultColumn } from './resultColumns.js';

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
    <Menu label={t(($) => $.results.columns.menu)} kind="of-columns">
      {columns
        .filter(({ canHide }) => canHide)
        .map(({ name, heading }) => (
          <Checkbox
            key={name}
            label={heading}
            isOn={!hidden.includes(name)}
            change={(isOn) => {
              hide(isOn ? hidden.filter((hiddenName) => hiddenName !== name) : [...hidden, name]);
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
          {t(($) => $.results.columns.showAll)}
        </button>
      )}
    </Menu>
  );
}
