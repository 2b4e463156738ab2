import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface Labelled {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly value: string;
  readonly change: (value: string) => void;
}

/** A line of text to fill in. */
export function TextField({
  label,
  hint,
  value,
  change,
  type = 'text',
  isRequired = false,
  autoComplete = 'off',
  min,
  max,
  step,
  minLength,
  maxLength,
  suggestions,
}: Labelled & {
  type?: 'text' | 'email' | 'password' | 'url' | 'number' | 'date';
  isRequired?: boolean;
  autoComplete?: string;
  min?: number | string;
  max?: number | string;
  /** "any" allows decimals in a number. */
  step?: 'any';
  minLength?: number;
  maxLength?: number;
  /** Texts to choose from; any other text can be typed, too. */
  suggestions?: readonly string[];
}) {
  const id = useId();
  // Preact types the attributes of each input type separately. Browsers ignore those that do not fit the type.
  const kind = { type } as { type: 'text' };
  return (
    <div class="field">
      <label for={id}>
        {label}
        {!isRequired && <span class="muted"> (optional)</span>}
      </label>
      <input
        {...kind}
        id={id}
        value={value}
        min={min}
        max={max}
        step={step}
        minLength={minLength}
        maxLength={maxLength}
        list={suggestions === undefined ? undefined : `${id}-list`}
        required={isRequired}
        autocomplete={autoComplete}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onInput={(event) => {
          change(event.currentTarget.value);
        }}
      />
      {suggestions !== undefined && (
        <datalist id={`${id}-list`}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
      {hint !== undefined && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  );
}

/** A list to choose a value from. */
export function Choice({
  label,
  hint,
  value,
  change,
  options,
  isDisabled = false,
}: Labelled & {
  options: readonly (readonly [value: string, words: string])[];
  isDisabled?: boolean;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        disabled={isDisabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => {
          change(event.currentTarget.value);
        }}
      >
        {options.map(([each, words]) => (
          <option key={each} value={each} selected={each === value}>
            {words}
          </option>
        ))}
      </select>
      {hint !== undefined && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  );
}

export function Checkbox({
  label,
  isOn,
  change,
  isDisabled = false,
}: {
  label: ComponentChildren;
  isOn: boolean;
  change: (isOn: boolean) => void;
  isDisabled?: boolean;
}) {
  return (
    <label class="tick">
      <input
        type="checkbox"
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => {
          change(event.currentTarget.checked);
        }}
      />
      <span>{label}</span>
    </label>
  );
}
