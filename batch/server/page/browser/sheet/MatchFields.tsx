import { useId } from 'preact/hooks';
import type { Matching } from '../../../contract/shapes.js';
import { Tag } from '../parts/Score.js';
import { type Choice, isMissing, type MatchField, withField } from './matchChoice.js';

const none = '';
const oneValue = '=';

/** A choice for each field of the contract, those that every row needs first. */
export function MatchFields({
  matching,
  choice,
  isOff,
  change,
}: {
  matching: Matching;
  choice: Choice;
  isOff: boolean;
  change: (next: Choice) => void;
}) {
  const { fields } = matching;
  const needed = fields.filter(({ required }) => required);
  const optional = fields.filter(({ required }) => !required);
  const list = (some: readonly MatchField[]) => (
    <ul class="fields">
      {some.map((field) => (
        <Line
          key={field.name}
          field={field}
          matching={matching}
          choice={choice}
          isOff={isOff}
          change={change}
        />
      ))}
    </ul>
  );
  return (
    <>
      <h3 class="part">Needed in every row</h3>
      {list(needed)}
      {optional.length > 0 && <h3 class="part">Needed in some rows, or optional</h3>}
      {list(optional)}
    </>
  );
}

function Line({
  field,
  matching,
  choice,
  isOff,
  change,
}: Parameters<typeof MatchFields>[0] & { field: MatchField }) {
  const id = useId();
  const { name, label, help, requiredFor } = field;
  const column = choice.columns[name] ?? null;
  const value = choice.values[name];
  return (
    <li>
      <label for={id}>{label}</label>
      <div class="field">
        <select
          id={id}
          disabled={isOff}
          aria-describedby={`${id}-help`}
          value={value === undefined ? (column ?? none) : oneValue}
          onChange={({ currentTarget: { value: chosen } }) => {
            const isOne = chosen === oneValue;
            const source = isOne || chosen === none ? null : chosen;
            change(
              withField(choice, name, {
                column: source,
                ...(isOne ? { value: field.choices?.[0] ?? '' } : {}),
              }),
            );
          }}
        >
          <option value={none}>{field.required ? 'Choose a column' : 'Not in the sheet'}</option>
          {matching.columns
            .filter(({ isOurs, letter }) => !isOurs || letter === column)
            .map(({ letter, heading }) => (
              <option key={letter} value={letter}>
                {letter}
                {heading === '' ? '' : `, “${heading}”`}
              </option>
            ))}
          <option value={oneValue}>One value for all rows…</option>
        </select>
        {value !== undefined && (
          <OneValue
            field={field}
            value={value}
            isOff={isOff}
            change={(next) => {
              change(withField(choice, name, { column: null, value: next }));
            }}
          />
        )}
      </div>
      {/* As it is chosen, before the server has read the sheet so. */}
      <State field={{ ...field, column, value: value ?? null }} />
      <small id={`${id}-help`}>{helpWith(help, requiredFor)}</small>
    </li>
  );
}

/** The meaning of the field, and the rows that need it: most help texts begin with it. */
function helpWith(help: string, requiredFor: string | undefined): string {
  if (requiredFor === undefined) return help;
  const start = `For ${requiredFor}: `;
  return `Needed for ${requiredFor}: ${help.startsWith(start) ? help.slice(start.length) : help}`;
}

function State({ field }: { field: MatchField }) {
  if (isMissing(field)) return <Tag words="missing" kind="no" />;
  if (field.column !== null) return <Tag words="matched" kind="yes" />;
  if (field.value !== null) return <Tag words="one value" kind="yes" />;
  return <Tag words="not used" />;
}

function OneValue({
  field,
  value,
  isOff,
  change,
}: {
  field: MatchField;
  value: string;
  isOff: boolean;
  change: (value: string) => void;
}) {
  const label = `${field.label} of all rows`;
  if (field.choices === undefined) {
    return (
      <input
        value={value}
        disabled={isOff}
        aria-label={label}
        onInput={({ currentTarget }) => {
          change(currentTarget.value);
        }}
      />
    );
  }
  return (
    <select
      value={value}
      disabled={isOff}
      aria-label={label}
      onChange={({ currentTarget }) => {
        change(currentTarget.value);
      }}
    >
      {field.choices.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </select>
  );
}
