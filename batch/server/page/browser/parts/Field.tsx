import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { t } from '../language/language.js';

interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly value: string;
  readonly change: (value: string) => void;
}

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
}: FieldProps & {
  type?: 'text' | 'email' | 'password' | 'url' | 'number' | 'date';
  isRequired?: boolean;
  autoComplete?: string;
  min?: number | string;
  max?: number | string;
  step?: 'any';
  minLength?: number;
  maxLength?: number;
  /** Any other text can be typed, too. */
  suggestions?: readonly string[];
}) {
  const id = useId();
  // Preact has a separate type of props for each `type` of an input. Browsers ignore attributes that do not fit.
  const typeAttribute = { type } as { type: 'text' };
  return (
    <div class="field">
      <label for={id}>
        {label}
        {!isRequired && <span class="muted"> {t(($) => $.parts.optional)}</span>}
      </label>
      <input
        {...typeAttribute}
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
      {suggestions !== undefined && <Suggestions id={`${id}-list`} texts={suggestions} />}
      {hint !== undefined && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  );
}

/** The `list` attribute of the input must be this `id`. */
export function Suggestions({ id, texts }: { id: string; texts: readonly string[] }) {
  return (
    <datalist id={id}>
      {texts.map((text) => (
        <option key={text} value={text} />
      ))}
    </datalist>
  );
}

export function Choice({
  label,
  hint,
  value,
  change,
  options,
  isDisabled = false,
}: FieldProps & {
  options: readonly (readonly [value: string, text: string])[];
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
        {options.map(([option, text]) => (
          <option key={option} value={option} selected={option === value}>
            {text}
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
