import { useId } from 'preact/hooks';
import type { ValueEntry } from '../../../contract/shapes.js';

/** A field for a value, to type or to choose. Dates are picked, unless the value is one that was typed elsewhere. */
export function Replacement({
  label,
  value,
  entry,
  isDisabled = false,
  change,
}: {
  label: string;
  value: string;
  entry: ValueEntry;
  isDisabled?: boolean;
  change: (value: string) => void;
}) {
  const id = useId();
  const { choices, namedValues } = entry;
  if (choices !== undefined) {
    return (
      <select
        value={value}
        aria-label={label}
        disabled={isDisabled}
        onChange={({ currentTarget }) => {
          change(currentTarget.value);
        }}
      >
        {!choices.includes(value) && (
          <option value={value}>{value === '' ? 'Choose' : value}</option>
        )}
        {choices.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    );
  }
  // A field for dates can show no other text.
  const isDate = entry.isDate === true && /^(?:\d{4}-\d{2}-\d{2})?$/.test(value);
  return (
    <>
      <input
        type={isDate ? 'date' : 'text'}
        max={isDate ? '9999-12-31' : undefined}
        value={value}
        aria-label={label}
        disabled={isDisabled}
        autocomplete="off"
        placeholder={namedValues === undefined ? undefined : 'Choose or type'}
        list={namedValues === undefined ? undefined : id}
        onInput={({ currentTarget }) => {
          change(currentTarget.value);
        }}
      />
      {namedValues !== undefined && (
        <datalist id={id}>
          {namedValues.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </>
  );
}
