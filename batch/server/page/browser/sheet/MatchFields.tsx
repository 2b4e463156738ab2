import { useId, useState } from 'preact/hooks';
import type { Matching } from '../../../contract/shapes.js';
import { plural } from '../app/words.js';
import { Tag } from '../parts/Score.js';
import {
  type Choice,
  applyChoice,
  isGuess,
  isMissing,
  type MatchField,
  withField,
} from './matchChoice.js';
import { Replacement } from './Replacement.js';

/** The values of the two options that are no column. */
const noColumn = '';
const oneValue = '=';

interface FieldsProps {
  readonly matching: Matching;
  readonly choice: Choice;
  readonly isDisabled: boolean;
  readonly change: (next: Choice) => void;
}

/**
 * A choice for each input, and for each field that is only shown. Missing and guessed fields are first; the others are
 * summed up in one line, and a member can open their lists.
 */
export function MatchFields({
  matching,
  choice,
  isDisabled,
  change,
  confirm,
}: FieldsProps & {
  /** Confirms all guesses. */
  readonly confirm: () => void;
}) {
  const fields = applyChoice(matching, choice);
  // Computed once, so that a field stays in its list while a member chooses its column.
  const [titles] = useState(() => fields.map(findListTitle));
  const [isOpen, setOpen] = useState(false);
  const renderList = (title: string) => {
    const listed = fields.filter((_, index) => titles[index] === title);
    if (listed.length === 0) return null;
    return (
      <>
        <div class="part">
          <h3>{title}</h3>
          {title === guessed && !isDisabled && (
            <button type="button" class="button small" onClick={confirm}>
              Confirm all guesses
            </button>
          )}
        </div>
        <ul class="fields">
          {listed.map((field) => (
            <FieldItem
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
  const others = fields.filter((_, index) =>
    [needed, optional, shown].includes(titles[index] ?? ''),
  );
  const isShort = others.length === fields.length && !isOpen;
  return (
    <>
      {renderList(missing)}
      {renderList(guessed)}
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
      {isOpen && renderList(needed)}
      {isOpen && renderList(optional)}
      {isOpen && renderList(shown)}
    </>
  );
}

/** The titles of the lists of fields. The last three lists are closed at first. */
const missing = 'Missing';
const guessed = 'Guessed from the headings';
const needed = 'Needed in every row';
const optional = 'Needed in some rows, or optional';
const shown = 'Only shown';

function findListTitle(field: MatchField): string {
  if (isMissing(field)) return missing;
  if (isGuess(field)) return guessed;
  if (field.isContext === true) return shown;
  return field.required ? needed : optional;
}

/**
 * Returns the fields in one line:
 * "13 of 18 inputs are matched. One value for all rows: Manager ID (M-1). No column chosen: Past trips duration
 * (needed for Work From Anywhere). Shown beside the Employee ID, never sent: Name."
 */
function summarize(fields: readonly MatchField[], inputCount: number): string {
  const inputs = fields.filter(isInput);
  const context = fields.filter(({ isContext, column }) => isContext === true && column !== null);
  const matched = inputs.filter(({ column }) => column !== null).length;
  const unmatched = inputs.filter(({ column }) => column === null);
  const formatList = (title: string, names: readonly string[]) =>
    names.length === 0 ? '' : ` ${title}: ${names.join(', ')}.`;
  const withOneValue = unmatched.flatMap(({ label, value }) =>
    value ? `${label} (${value})` : [],
  );
  const withoutValue = unmatched.flatMap(({ label, value, requiredFor }) => {
    if (value) return [];
    return requiredFor === undefined ? label : `${label} (needed for ${requiredFor})`;
  });
  const total =
    matched === 0
      ? ''
      : `${matched} of ${plural(inputCount, 'input')} ${matched === 1 ? 'is' : 'are'} matched.`;
  const shownLabels = context.map(({ label }) => label);
  return `${total}${formatList('One value for all rows', withOneValue)}${formatList('No column chosen', withoutValue)}${formatList('Shown beside the Employee ID, never sent', shownLabels)}`;
}

function isInput({ isContext }: MatchField): boolean {
  return isContext !== true;
}

function FieldItem({
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
          value={value === undefined ? (column ?? noColumn) : oneValue}
          onChange={({ currentTarget: { value: chosen } }) => {
            const isOne = chosen === oneValue;
            const source = isOne || chosen === noColumn ? null : chosen;
            change(
              withField(choice, name, {
                column: source,
                ...(isOne ? { value: field.choices?.[0] ?? '' } : {}),
              }),
            );
          }}
        >
          <option value={noColumn}>{labelNoColumn(field)}</option>
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
      <StateTag field={field} />
      <small id={`${id}-help`}>
        {guessedFrom !== undefined && (
          <>
            <b class="guessed">Guessed from “{guessedFrom}”; please check.</b>{' '}
          </>
        )}
        {addPurposes(help, requiredFor)}
      </small>
    </li>
  );
}

function labelNoColumn({ isContext, required }: MatchField): string {
  if (isContext === true) return 'Show none';
  return required ? 'Choose a column' : 'Not in the sheet';
}

/** Adds the purposes that need a field to its help text. Most help texts begin with them, which is not repeated. */
function addPurposes(help: string, requiredFor: string | undefined): string {
  if (requiredFor === undefined) return help;
  const start = `For ${requiredFor}: `;
  return `Needed for ${requiredFor}: ${help.startsWith(start) ? help.slice(start.length) : help}`;
}

function StateTag({ field }: { field: MatchField }) {
  if (isMissing(field)) return <Tag text="missing" kind="no" />;
  if (isGuess(field)) return <Tag text="guess" kind="warn" />;
  const isShown = field.isContext === true;
  if (field.column !== null) return <Tag text={isShown ? 'shown' : 'matched'} kind="yes" />;
  if (field.value !== null) return <Tag text="one value" kind="yes" />;
  return <Tag text={isShown ? 'not shown' : 'not used'} />;
}
