import { useId, useState } from 'preact/hooks';
import type { Matching } from '../../../contract/shapes.js';
import { nameField } from '../app/fieldNames.js';
import { match } from '../language/en/match.js';
import { t } from '../language/language.js';
import { Text } from '../language/Text.js';
import { Tag } from '../parts/Score.js';
import {
  type Choice,
  applyChoice,
  hasValue,
  isGuess,
  isMissing,
  type MatchField,
  withField,
} from './matchChoice.js';
import { Replacement } from './Replacement.js';

const noColumn = '';
const oneValue = '=';

interface FieldsProps {
  readonly matching: Matching;
  readonly choice: Choice;
  readonly isDisabled: boolean;
  readonly change: (next: Choice) => void;
}

export function MatchFields({
  matching,
  choice,
  isDisabled,
  change,
  confirm,
}: FieldsProps & {
  readonly confirm: () => void;
}) {
  const fields = applyChoice(matching, choice);
  // Computed once, so that a field stays in its list while a member chooses its column.
  const [titles] = useState(() => fields.map(findListTitle));
  const [isOpen, setOpen] = useState(false);
  const renderList = (title: ListTitle) => {
    const listed = fields.filter((_, index) => titles[index] === title);
    if (listed.length === 0) return null;
    return (
      <>
        <div class="part">
          <h3>{t(($) => $.match.lists[title])}</h3>
          {title === 'guessed' && !isDisabled && (
            <button type="button" class="button small" onClick={confirm}>
              {t(($) => $.match.confirmGuesses)}
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
  const others = fields.filter(
    (_, index) => titles[index] !== 'missing' && titles[index] !== 'guessed',
  );
  const isShort = others.length === fields.length && !isOpen;
  return (
    <>
      {renderList('missing')}
      {renderList('guessed')}
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
          <Text
            text={t(($) =>
              isOpen
                ? $.match.columnList.hide
                : isDisabled
                  ? $.match.columnList.show
                  : $.match.columnList.change,
            )}
            elements={{ unseen: (text) => <span class="unseen">{text}</span> }}
          />
        </button>
      </div>
      {isOpen && renderList('needed')}
      {isOpen && renderList('optional')}
      {isOpen && renderList('shown')}
    </>
  );
}

type ListTitle = 'missing' | 'guessed' | 'needed' | 'optional' | 'shown';

function findListTitle(field: MatchField): ListTitle {
  if (isMissing(field)) return 'missing';
  if (isGuess(field)) return 'guessed';
  if (field.isContext === true) return 'shown';
  return field.required ? 'needed' : 'optional';
}

/**
 * "13 of 18 inputs are matched. One value for all rows: Manager ID (M-1). No column chosen: Past trips duration (needed
 * for Work From Anywhere). Shown beside the Employee ID, never sent: Name."
 */
function summarize(fields: readonly MatchField[], inputCount: number): string {
  const inputs = fields.filter(isInput);
  const context = fields.filter(({ isContext, column }) => isContext === true && column !== null);
  const matched = inputs.filter(({ column }) => column !== null).length;
  const unmatched = inputs.filter(({ column }) => column === null);
  const withOneValue = unmatched.flatMap(({ name, label, value }) =>
    value ? t(($) => $.match.summary.value, { field: nameField(name, label), value }) : [],
  );
  const withoutValue = unmatched.flatMap(({ name, label, value, requiredFor: purpose }) => {
    if (value) return [];
    const field = nameField(name, label);
    return purpose === undefined ? field : t(($) => $.match.summary.needed, { field, purpose });
  });
  const shownFields = context.map(({ name, label }) => nameField(name, label));
  const toText = (list: 'oneValue' | 'noColumn' | 'shown', names: readonly string[]) =>
    names.length === 0 ? [] : t(($) => $.match.summary[list], { fields: names.join(', ') });
  return [
    matched === 0 ? [] : t(($) => $.match.summary.matched, { count: matched, inputs: inputCount }),
    toText('oneValue', withOneValue),
    toText('noColumn', withoutValue),
    toText('shown', shownFields),
  ]
    .flat()
    .join(' ');
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
  const { name, column, guessedFrom, isContext } = field;
  const label = nameField(name, field.label);
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
                {heading === '' ? letter : t(($) => $.match.column, { letter, heading })}
              </option>
            ))}
          {isContext !== true && <option value={oneValue}>{t(($) => $.match.oneValue)}</option>}
        </select>
        {value !== undefined && (
          <Replacement
            label={t(($) => $.match.valueForAll, { field: label })}
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
            <b class="guessed">{t(($) => $.match.guessedFrom, { heading: guessedFrom })}</b>{' '}
          </>
        )}
        {explainField(field)}
      </small>
    </li>
  );
}

function labelNoColumn({ isContext, required }: MatchField): string {
  if (isContext === true) return t(($) => $.match.noColumn.shown);
  return t(($) => (required ? $.match.noColumn.needed : $.match.noColumn.optional));
}

function explainField({ name, help: serverText, requiredFor: purpose }: MatchField): string {
  const help = isExplained(name) ? t(($) => $.match.help[name]) : serverText;
  return purpose === undefined ? help : t(($) => $.match.neededFor, { purpose, help });
}

function isExplained(name: string): name is keyof typeof match.help {
  return Object.hasOwn(match.help, name);
}

function StateTag({ field }: { field: MatchField }) {
  if (isMissing(field)) return <Tag text={t(($) => $.match.states.missing)} kind="no" />;
  if (isGuess(field)) return <Tag text={t(($) => $.match.states.guess)} kind="warn" />;
  const isShown = field.isContext === true;
  if (field.column !== null) {
    return (
      <Tag text={t(($) => (isShown ? $.match.states.shown : $.match.states.matched))} kind="yes" />
    );
  }
  if (hasValue(field)) return <Tag text={t(($) => $.match.states.oneValue)} kind="yes" />;
  return <Tag text={t(($) => (isShown ? $.match.states.notShown : $.match.states.notUsed))} />;
}
