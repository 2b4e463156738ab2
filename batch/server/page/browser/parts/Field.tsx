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
  minLength,
}: Labelled & {
  type?: 'text' | 'email' | 'password' | 'url' | 'number' | 'date';
  isRequired?: boolean;
  autoComplete?: string;
  min?: number | string;
  max?: number | string;
  minLength?: number;
}) {
  const id = useId();
  // Preact has a type of attributes for each; those that follow fit all of them.
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
        minLength={minLength}
        required={isRequired}
        autocomplete={autoComplete}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onInput={(event) => {
          change(event.currentTarget.value);
        }}
      />
      {hint !== undefined && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  );
}

/** A field to choose a value. */
export function Choice({
  label,
  hint,
  value,
  change,
  options,
  isOff = false,
}: Labelled & {
  options: readonly (readonly [value: string, words: string])[];
  isOff?: boolean;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        disabled={isOff}
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

/** Something to tick. */
export function Tick({
  label,
  isOn,
  change,
  isOff = false,
}: {
  label: ComponentChildren;
  isOn: boolean;
  change: (isOn: boolean) => void;
  isOff?: boolean;
}) {
  return (
    <label class="tick">
      <input
        type="checkbox"
        checked={isOn}
        disabled={isOff}
        onChange={(event) => {
          change(event.currentTarget.checked);
        }}
      />
      <span>{label}</span>
    </label>
  );
}
