import { useId } from 'preact/hooks';
import type { ValueEntry } from '../../../contract/shapes.js';
import { t } from '../language/language.js';
import { Suggestions } from '../parts/Field.js';

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
          <option value={value}>{value === '' ? t(($) => $.row.remedy.choose) : value}</option>
        )}
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  }
  // A date input cannot show text that is not an ISO date.
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
        placeholder={namedValues === undefined ? undefined : t(($) => $.row.remedy.chooseOrType)}
        list={namedValues === undefined ? undefined : id}
        onInput={({ currentTarget }) => {
          change(currentTarget.value);
        }}
      />
      {namedValues !== undefined && <Suggestions id={id} texts={namedValues} />}
    </>
  );
}
