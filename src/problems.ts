import type { z } from 'zod/v4';
import { pickApplicable } from './assessment.js';
import type { Field } from './field.js';
import {
  type Operation,
  type OperationName,
  type OperationRequest,
  operations,
} from './operations.js';

/** One problem of a request. */
export interface Problem {
  /** The contract's name of the input. */
  readonly field: string;
  readonly label: string;
  /** In the contract's words, if it has a text for this problem. */
  readonly message: string;
  /** How to correct it, as a sentence. */
  readonly remedy: string;
  /** The value as it was given. */
  readonly value: unknown;
}

/** A request that may be sent, or one problem for each wrong input, in the order of the fields. */
export type Validated<T> =
  | { readonly ok: true; readonly request: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Checks a request before it is sent. Lists that the contract does not publish (role types,
 * countries, urgencies) are not checked. Blank values count as missing, and inputs of the other
 * purpose are left out: the returned request is the body to send.
 */
export function validate<O extends OperationName>(
  operation: O,
  input: Readonly<Record<string, unknown>>,
): Validated<OperationRequest<O>> {
  const { fields, request }: Operation = operations[operation];
  const filled = withoutBlanks(input);
  const given = operation === 'rwa_create' ? pickApplicable(filled) : filled;
  const parsed = request.safeParse(given);
  if (parsed.success) return { ok: true, request: parsed.data as OperationRequest<O> };

  const order = Object.keys(fields);
  const problems = parsed.error.issues
    .flatMap((issue) => toProblems(issue, fields, given))
    .sort((a, b) => rank(order, a.field) - rank(order, b.field));
  return { ok: false, problems: keepFirstOfEachField(problems) };
}

/** Removes the inputs that are undefined, null, empty or only white space. */
export function withoutBlanks(
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (!Object.values(input).some(isBlank)) return input;
  return Object.fromEntries(Object.entries(input).filter(([, value]) => !isBlank(value)));
}

function isBlank(value: unknown): boolean {
  return (value ?? '') === '' || (typeof value === 'string' && value.trim() === '');
}

function toProblems(
  issue: z.core.$ZodIssue,
  fields: Readonly<Record<string, Field>>,
  given: Readonly<Record<string, unknown>>,
): Problem[] {
  const names = issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0] ?? '')];
  return names.map((name) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const isKnownInput = issue.code !== 'unrecognized_keys';
    return {
      field: name,
      label: field?.label ?? name,
      message: isKnownInput ? toSentence(issue.message, field) : `Unknown input ${name}`,
      remedy:
        findRuleRemedy(issue) ??
        field?.remedy ??
        // `approverId` has no field here: the contract reports it if a rejection names nobody.
        (isKnownInput ? 'Name the person who decides.' : 'Remove it.'),
      value: given[name],
    };
  });
}

/** Returns the remedy of a rule between fields, which is better than those of the fields. */
function findRuleRemedy(issue: z.core.$ZodIssue): string | undefined {
  const remedy: unknown = issue.code === 'custom' ? issue.params?.remedy : undefined;
  return typeof remedy === 'string' ? remedy : undefined;
}

// Our own texts begin in lower case and need the label in front; the contract's are whole sentences.
function toSentence(message: string, field: Field | undefined): string {
  return /^[a-z]/.test(message) && field !== undefined ? `${field.label}: ${message}` : message;
}

function rank(order: readonly string[], field: string): number {
  const index = order.indexOf(field);
  return index === -1 ? order.length : index;
}

function keepFirstOfEachField(problems: readonly Problem[]): Problem[] {
  return problems.filter(
    (problem, index) => problems.findIndex(({ field }) => field === problem.field) === index,
  );
}
