import { useId, useState } from 'preact/hooks';
import type { Matching } from '../../../contract/shapes.js';
import { plural } from '../app/words.js';
import { Tag } from '../parts/Score.js';
import {
  type Choice,
  chosenFields,
  isGuess,
  isMissing,
  type MatchField,
  withField,
} from './matchChoice.js';
import { Replacement } from './Replacement.js';

const none = '';
const oneValue = '=';

interface FieldsProps {
  readonly matching: Matching;
  readonly choice: Choice;
  readonly isDisabled: boolean;
  readonly change: (next: Choice) => void;
}

/**
 * A choice for each field of the contract. Missing and guessed fields are first; the others are summed up in one line
 * until a member opens their list.
 */
export function MatchFields({ matching, choice, isDisabled, change }: FieldsProps) {
  const fields = chosenFields(matching, choice);
  // Computed once, so that a field stays in its list while a member chooses its column.
  const [titles] = useState(() => fields.map(listTitle));
  const [isOpen, setOpen] = useState(false);
  const list = (title: string) => {
    const some = fields.filter((_, at) => titles[at] === title);
    if (some.length === 0) return null;
    return (
      <>
        <h3 class="part">{title}</h3>
        <ul class="fields">
          {some.map((field) => (
            <Line
              key={field.name}
              field={field}
              matching={matching}
              choice={choice}
              isDisabled={isDisabled}
              change={change}
            />
          ))}
        </ul>
      </>
    );
  };
  const others = fields.filter((_, at) => [needed, optional, shown].includes(titles[at] ?? ''));
  const isShort = others.length === fields.length && !isOpen;
  return (
    <>
      {list(missing)}
      {list(guessed)}
      <div class={isShort ? 'matched-line is-short' : 'matched-line'}>
        <p>{summarize(others, fields.filter(isInput).length)}</p>
        <button
          type="button"
          class="button small"
          aria-expanded={isOpen}
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          {isOpen ? 'Hide' : isDisabled ? 'Show' : 'Change'}
          <span class="unseen"> the matched columns</span>
        </button>
      </div>
      {isOpen && list(needed)}
      {isOpen && list(optional)}
      {isOpen && list(shown)}
    </>
  );
}

/** The titles of the lists; the last three are closed at first. */
const missing = 'Missing';
const guessed = 'Guessed from the headings';
const needed = 'Needed in every row';
const optional = 'Needed in some rows, or optional';
const shown = 'Only shown';

function listTitle(field: MatchField): string {
  if (isMissing(field)) return missing;
  if (isGuess(field)) return guessed;
  if (field.isContext === true) return shown;
  return field.required ? needed : optional;
}

/**
 * "13 of 18 inputs are matched. One value for all rows: Manager ID (M-1). No column chosen: Past trips duration
 * (needed for Work From Anywhere). Shown beside the Employee ID, never sent: Name."
 */
function summarize(fields: readonly MatchField[], all: number): string {
  const inputs = fields.filter(isInput);
  const context = fields.filter(({ isContext, column }) => isContext === true && column !== null);
  const matched = inputs.filter(({ column }) => column !== null).length;
  const others = inputs.filter(({ column }) => column === null);
  const named = (words: string, names: readonly string[]) =>
    names.length === 0 ? '' : ` ${words}: ${names.join(', ')}.`;
  const one = others.flatMap(({ label, value }) => (value ? `${label} (${value})` : []));
  const none = others.flatMap(({ label, value, requiredFor }) => {
    if (value) return [];
    return requiredFor === undefined ? label : `${label} (needed for ${requiredFor})`;
  });
  const first =
    matched === 0
      ? ''
      : `${matched} of ${plural(all, 'input')} ${matched === 1 ? 'is' : 'are'} matched.`;
  const labels = context.map(({ label }) => label);
  return `${first}${named('One value for all rows', one)}${named('No column chosen', none)}${named('Shown beside the Employee ID, never sent', labels)}`;
}

function isInput({ isContext }: MatchField): boolean {
  return isContext !== true;
}

function Line({
  field,
  matching,
  choice,
  isDisabled,
  change,
}: FieldsProps & { field: MatchField }) {
  const id = useId();
  const { name, label, help, requiredFor, column, guessedFrom, isContext } = field;
  const value = field.value ?? undefined;
  return (
    <li>
      <label for={id}>{label}</label>
      <div class="field">
        <select
          id={id}
          disabled={isDisabled}
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
          <option value={none}>{noColumn(field)}</option>
          {matching.columns
            .filter(({ isOurs, letter }) => !isOurs || letter === column)
            .map(({ letter, heading }) => (
              <option key={letter} value={letter}>
                {letter}
                {heading === '' ? '' : `, “${heading}”`}
              </option>
            ))}
          {isContext !== true && <option value={oneValue}>One value for all rows…</option>}
        </select>
        {value !== undefined && (
          <Replacement
            label={`${label} of all rows`}
            value={value}
            entry={field}
            isDisabled={isDisabled}
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
        {withPurposes(help, requiredFor)}
      </small>
    </li>
  );
}

function noColumn({ isContext, required }: MatchField): string {
  if (isContext === true) return 'Show none';
  return required ? 'Choose a column' : 'Not in the sheet';
}

/** Adds the purposes that need a field to its help text. Most help texts begin with them: they are not repeated. */
function withPurposes(help: string, requiredFor: string | undefined): string {
  if (requiredFor === undefined) return help;
  const start = `For ${requiredFor}: `;
  return `Needed for ${requiredFor}: ${help.startsWith(start) ? help.slice(start.length) : help}`;
}

function State({ field }: { field: MatchField }) {
  if (isMissing(field)) return <Tag words="missing" kind="no" />;
  if (isGuess(field)) return <Tag words="guess" kind="warn" />;
  const isShown = field.isContext === true;
  if (field.column !== null) return <Tag words={isShown ? 'shown' : 'matched'} kind="yes" />;
  if (field.value !== null) return <Tag words="one value" kind="yes" />;
  return <Tag words={isShown ? 'not shown' : 'not used'} />;
}
