import { useId, useState } from 'preact/hooks';
import type { Matching } from '../../../contract/shapes.js';
import { many } from '../app/words.js';
import { Tag } from '../parts/Score.js';
import {
  type Choice,
  chosenFields,
  isGuess,
  isMissing,
  type MatchField,
  withField,
} from './matchChoice.js';

const none = '';
const oneValue = '=';

interface OfFields {
  readonly matching: Matching;
  readonly choice: Choice;
  readonly isOff: boolean;
  readonly change: (next: Choice) => void;
}

/**
 * A choice for each field of the contract: first those that are missing or guessed; the others are
 * summed up in one line until somebody opens their list.
 */
export function MatchFields({ matching, choice, isOff, change }: OfFields) {
  const id = useId();
  const fields = chosenFields(matching, choice);
  // A field does not move while somebody chooses its column.
  const [first] = useState(() => new Set(fields.filter(needsLook).map(({ name }) => name)));
  const [isOpen, setOpen] = useState(false);
  const toLookAt = fields.filter(({ name }) => first.has(name));
  const others = fields.filter(({ name }) => !first.has(name));
  const list = (title: string, some: readonly MatchField[]) =>
    some.length > 0 && (
      <>
        <h3 class="part">{title}</h3>
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
      </>
    );
  return (
    <>
      {list('Missing or guessed', toLookAt)}
      {others.length > 0 && (
        <>
          <div class={toLookAt.length === 0 && !isOpen ? 'matched-line is-all' : 'matched-line'}>
            <p>{inOneLine(others)}</p>
            <button
              type="button"
              class="button small"
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => {
                setOpen(!isOpen);
              }}
            >
              {isOpen ? 'Hide' : isOff ? 'Show' : 'Change'}
              <span class="unseen"> the matched columns</span>
            </button>
          </div>
          <div id={id}>
            {isOpen && (
              <>
                {list(
                  'Needed in every row',
                  others.filter(({ required }) => required),
                )}
                {list(
                  'Needed in some rows, or optional',
                  others.filter(({ required }) => !required),
                )}
              </>
            )}
          </div>
        </>
      )}
    </>
  );
}

function needsLook(field: MatchField): boolean {
  return isMissing(field) || isGuess(field);
}

/** "13 inputs are matched. One value for all rows: Purpose. Not in the sheet: Manager ID." */
function inOneLine(fields: readonly MatchField[]): string {
  const matched = fields.filter(({ column }) => column !== null);
  const others = fields.filter(({ column }) => column === null);
  const named = (words: string, some: readonly MatchField[]) =>
    some.length === 0 ? [] : [`${words}: ${some.map(({ label }) => label).join(', ')}.`];
  const isFilled = ({ value }: MatchField) => (value ?? '') !== '';
  return [
    `${many(matched.length, 'input is', 'inputs are')} matched.`,
    ...named('Missing', others.filter(isMissing)),
    ...named('One value for all rows', others.filter(isFilled)),
    ...named(
      'Not in the sheet',
      others.filter((field) => !isFilled(field) && !isMissing(field)),
    ),
  ].join(' ');
}

function Line({ field, matching, choice, isOff, change }: OfFields & { field: MatchField }) {
  const id = useId();
  const { name, label, help, requiredFor, column, guessedFrom } = field;
  const value = field.value ?? undefined;
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
      <State field={field} />
      <small id={`${id}-help`}>
        {guessedFrom !== undefined && (
          <>
            <b class="guessed">Guessed from “{guessedFrom}”; please check.</b>{' '}
          </>
        )}
        {helpWith(help, requiredFor)}
      </small>
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
  if (isGuess(field)) return <Tag words="guess" kind="warn" />;
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
