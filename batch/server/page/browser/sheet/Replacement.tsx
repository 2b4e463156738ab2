import { useId } from 'preact/hooks';

/** More choices than this are typed with suggestions instead of picked from a list. */
const mostInList = 12;

/** A field for the replacement of a value: typed, or chosen. */
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
  if (choices !== undefined && choices.length <= mostInList) {
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
