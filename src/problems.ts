import type { z } from 'zod/v4';
import { onlyApplicable } from './assessment.js';
import type { Field } from './field.js';
import { type Operation, type OperationName, type RequestOf, operations } from './operations.js';

/** One problem of a request. */
export interface Problem {
  /** The contract's name of the input. */
  readonly field: string;
  readonly label: string;
  /** What is wrong, in the contract's words where it gives them. */
  readonly message: string;
  /** What to do about it. */
  readonly remedy: string;
  /** The value as it was given. */
  readonly value: unknown;
}

/** A request that may be sent, or everything that is wrong with it in the contract's order. */
export type Validated<T> =
  | { readonly ok: true; readonly request: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Checks a request before anything is sent. Lists that the contract does not publish (role types,
 * countries, urgencies) are not checked. Blank values count as missing, and inputs of the other
 * purpose are left out: the request that comes back is the body that is sent.
 */
export function validate<O extends OperationName>(
  operation: O,
  input: Readonly<Record<string, unknown>>,
): Validated<RequestOf<O>> {
  const { fields, request }: Operation = operations[operation];
  const filled = withoutBlanks(input);
  const given = operation === 'rwa_create' ? onlyApplicable(filled) : filled;
  const parsed = request.safeParse(given);
  if (parsed.success) return { ok: true, request: parsed.data as RequestOf<O> };

  const order = Object.keys(fields);
  const problems = parsed.error.issues
    .flatMap((issue) => toProblems(issue, fields, given))
    .sort((a, b) => rank(order, a.field) - rank(order, b.field));
  return { ok: false, problems: firstOfEachField(problems) };
}

/** The request without the inputs that are undefined, null, empty or only white space. */
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
    const known = issue.code !== 'unrecognized_keys';
    return {
      field: name,
      label: field?.label ?? name,
      message: known ? sentence(issue.message, field) : `Unknown input ${name}`,
      remedy:
        remedyOfRule(issue) ??
        field?.remedy ??
        (known ? 'Name the person who decides.' : 'Remove it.'),
      value: given[name],
    };
  });
}

/** A rule between fields has a better remedy than the fields themselves. */
function remedyOfRule(issue: z.core.$ZodIssue): string | undefined {
  const remedy: unknown = issue.code === 'custom' ? issue.params?.remedy : undefined;
  return typeof remedy === 'string' ? remedy : undefined;
}

// Our own texts begin in lower case and follow the label; the contract's are whole sentences.
function sentence(message: string, field: Field | undefined): string {
  return /^[a-z]/.test(message) && field !== undefined ? `${field.label}: ${message}` : message;
}

function rank(order: readonly string[], field: string): number {
  const index = order.indexOf(field);
  return index === -1 ? order.length : index;
}

function firstOfEachField(problems: readonly Problem[]): Problem[] {
  return problems.filter(
    (problem, index) => problems.findIndex(({ field }) => field === problem.field) === index,
  );
}
