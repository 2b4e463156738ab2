import { useId } from 'preact/hooks';

/** With more choices than this, a text field with suggestions replaces the list. */
const maxListed = 12;

/** A field for the replacement of a value, to type or to choose. */
export function Replacement({
  label,
  value,
  choices,
  change,
}: {
  label: string;
  value: string;
  choices: readonly string[] | undefined;
  change: (value: string) => void;
}) {
  const id = useId();
  if (choices !== undefined && choices.length <= maxListed) {
    return (
      <select
        value={value}
        aria-label={label}
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
  return (
    <>
      <input
        value={value}
        aria-label={label}
        autocomplete="off"
        list={choices === undefined ? undefined : id}
        onInput={({ currentTarget }) => {
          change(currentTarget.value);
        }}
      />
      {choices !== undefined && (
        <datalist id={id}>
          {choices.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </>
  );
}
