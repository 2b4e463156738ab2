import { applies, sortPurposeFirst } from '../../src/assessmentFields.js';
import type { Field, Fields } from '../../src/field.js';
import { formatInputMessage, namesInput } from '../../src/inputWords.js';
import { quote } from '../../src/sanitizeMessage.js';
import type { OperationName, OperationRequest } from '../../src/operations.js';
import { type Problem, validate } from '../../src/problems.js';
import type { GivenInputs } from './inputs.js';
import { toTitleCase } from './properties.js';
import { readValue } from './readValue.js';

/** The inputs of one item after reading and checking. */
export interface ReadInputs<O extends OperationName> {
  /** The values after reading, without those that were refused while reading. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The body to be sent; missing if there are `problems`. */
  readonly request?: OperationRequest<O>;
  /** The problems, in the order of the inputs. */
  readonly problems: readonly WordedProblem[];
}

/** A problem in words, with its remedy. */
interface WordedProblem {
  /** The contract's name of the input. */
  readonly field: string;
  readonly text: string;
}

/**
 * Reads and checks the inputs of one item. Inputs of the other purpose are ignored. The `text` of a
 * problem contains the remedy, because an agent sees nothing else.
 */
export function readInputs<O extends OperationName>(
  operation: O,
  fields: Fields,
  given: GivenInputs,
): ReadInputs<O> {
  const values: Record<string, unknown> = {};
  const readingProblems: Problem[] = [];
  const suggestions: Record<string, string> = {};
  for (const [name, field] of sortPurposeFirst(fields)) {
    if (!applies(field, values.purpose)) continue;
    const value = given[name];
    const read = readValue(field, value);
    if (read.ok === 'notRead') values[name] = value;
    else if (read.ok) {
      values[name] = read.value;
      if (read.suggestion !== undefined) suggestions[name] = read.suggestion;
    } else {
      const { message, remedy } = read;
      readingProblems.push({ field: name, label: field.label, message, remedy, value });
    }
  }
  const validated = validate(operation, values);
  if (validated.ok && readingProblems.length === 0) {
    return { values, request: validated.request, problems: [] };
  }
  const wasRead = ({ field }: Problem) =>
    readingProblems.every((problem) => problem.field !== field);
  const found = validated.ok ? [] : validated.problems.filter(wasRead);
  const order = Object.keys(fields);
  const problems = [...readingProblems, ...found]
    .sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field))
    .map((problem) => ({
      field: problem.field,
      text: addRemedy(problem, fields[problem.field], suggestions[problem.field]),
    }));
  return { values, problems };
}

function addRemedy(problem: Problem, field: Field | undefined, suggestion?: string): string {
  const text = problemText(problem, field);
  const question = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
  // A whole sentence from the contract already contains its remedy.
  return text.endsWith('.') ? text : `${text}. ${formatInputMessage(problem.remedy)}${question}`;
}

// Uses the name of the parameter, because the contract's texts for missing values use other names.
function problemText({ message, label, value }: Problem, field: Field | undefined): string {
  const name = toTitleCase(label);
  if (value === undefined && field !== undefined && field.required !== 'never') {
    return `${name} is missing`;
  }
  const words = formatInputMessage(message);
  if (namesInput(message)) return words;
  const needsNoValue = typeof value === 'object' || value === undefined || words.includes('"');
  return needsNoValue ? `${name}: ${words}` : `${name} ${quoteValue(value)}: ${words}`;
}

function quoteValue(value: unknown): string {
  return quote(typeof value === 'string' ? value : JSON.stringify(value));
}
