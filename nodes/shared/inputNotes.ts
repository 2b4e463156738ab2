import type { IExecuteFunctions, JsonObject } from 'n8n-workflow';
import { assessmentFields } from '../../src/assessmentFields.js';
import { formatProblem } from '../../src/inputWords.js';
import type { Warning } from '../../src/warnings.js';
import type { Outcome } from './items.js';

/** The maximum number of hints above the output, without the hint about omitted ones. */
const maxHints = 20;
/** The maximum number of people listed in a hint; more are only counted. */
const maxPeople = 5;

/** Staff IDs that were given as numbers in one input and are sent as text. */
interface NumberIds {
  readonly label: string;
  readonly ids: Set<string>;
}

/**
 * Warnings about inputs, shown as hints above the output: one hint for each message, with the
 * people concerned. They are also added to the items, so that a workflow can use the suggestions.
 * For Staff IDs that were numbers, there are only hints.
 */
export class InputNotes {
  readonly #warnings = new Map<number, readonly (Warning & { readonly value: unknown })[]>();
  readonly #people = new Map<string, Set<string>>();
  readonly #numberIds = new Map<string, NumberIds>();

  warn(
    itemIndex: number,
    warnings: readonly Warning[],
    values: Readonly<Record<string, unknown>>,
  ): void {
    if (warnings.length === 0) return;
    this.#warnings.set(
      itemIndex,
      warnings.map((warning) => ({ ...warning, value: values[warning.field] })),
    );
    for (const warning of warnings) {
      const message = formatProblem(warning);
      const people = this.#people.get(message) ?? new Set();
      if (typeof values.employeeId === 'string') people.add(values.employeeId);
      this.#people.set(message, people);
    }
  }

  addNumberId(field: string, label: string, id: string): void {
    const known = this.#numberIds.get(field) ?? { label, ids: new Set() };
    known.ids.add(id);
    this.#numberIds.set(field, known);
  }

  show(context: IExecuteFunctions): void {
    const all = [
      ...Array.from(this.#people, ([message, people]) => addPeople(message, people)),
      ...Array.from(this.#numberIds.values()).flatMap(createNumberHints),
    ];
    const omitted = all.length - maxHints;
    const last =
      omitted === 1 ? 'One more hint is not shown.' : `${omitted} more hints are not shown.`;
    const messages = omitted > 0 ? [...all.slice(0, maxHints), last] : all;
    if (messages.length > 0) context.addExecutionHints(...messages.map((message) => ({ message })));
  }

  /** Returns the outcomes, each with the warnings of its item. */
  addTo(outcomes: readonly Outcome<object>[]): Outcome<object>[] {
    return outcomes.map((outcome, itemIndex) => {
      const warnings = this.#warnings.get(itemIndex)?.map(({ value, ...warning }) => ({
        field: warning.field,
        value,
        message: formatProblem(warning),
        suggestion: warning.suggestion,
      }));
      if (warnings === undefined) return outcome;
      if (outcome.ok) return { ok: true, value: { ...outcome.value, warnings } };
      const details = { ...outcome.details, warnings: warnings as unknown as JsonObject[] };
      return { ...outcome, details };
    });
  }
}

// Several IDs with the same number of digits have probably lost no zeros.
function createNumberHints({ label, ids }: NumberIds): string[] {
  const lengths = new Set(Array.from(ids, (id) => id.length));
  if (ids.size > 1 && lengths.size === 1) return [];
  const [noun, verbs] =
    ids.size === 1 ? [label, 'was a number and is'] : [`${label}s`, 'were numbers and are'];
  return [
    `${noun} ${listFirst(ids)} ${verbs} sent as text. If your Staff IDs begin with zeros, the zeros are missing: format the column as text.`,
  ];
}

function addPeople(message: string, people: ReadonlySet<string>): string {
  const sentence = message.endsWith('?') ? message : `${message}.`;
  if (people.size === 0) return sentence;
  const { label } = assessmentFields.employeeId;
  return `${sentence} ${people.size === 1 ? label : `${label}s`} ${listFirst(people)}.`;
}

function listFirst(names: ReadonlySet<string>): string {
  const first = Array.from(names).slice(0, maxPeople);
  const unlisted = names.size - maxPeople;
  const last = unlisted > 0 ? `${unlisted} more` : first.pop();
  return first.length === 0 ? `${last}` : `${first.join(', ')} and ${last}`;
}
