import type { z } from 'zod/v4';
import { pickApplicable } from './assessment.js';
import type { Field } from './field.js';
import type { InputMessage } from './inputMessages.js';
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
  readonly message: InputMessage;
  readonly remedy: InputMessage;
  /** The value as it was given; undefined if it was blank. */
  readonly value: unknown;
}

/** A request that may be sent, or one problem for each wrong input, in the order of the fields. */
export type Validated<T> =
  | { readonly ok: true; readonly request: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Accepts any value for lists that the contract does not publish. Leaves out blank values, which
 * count as missing, and inputs of the other purpose.
 */
export function validate<O extends OperationName>(
  operation: O,
  input: Readonly<Record<string, unknown>>,
): Validated<OperationRequest<O>> {
  const { fields, request }: Operation = operations[operation];
  const filled = removeBlanks(isObject(input) ? input : {});
  const given = operation === 'rwa_create' ? pickApplicable(filled) : filled;
  const parsed = request.safeParse(given);
  if (parsed.success) return { ok: true, request: parsed.data as OperationRequest<O> };

  const order = Object.keys(fields);
  const problems = parsed.error.issues
    .flatMap((issue) => toProblems(issue, fields, given))
    .sort((a, b) => rank(order, a.field) - rank(order, b.field));
  return { ok: false, problems: keepFirstOfEachField(problems) };
}

/** Callers without TypeScript may pass any value. */
function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function removeBlanks(
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
    const message = toInputMessage(issue, name, field);
    return {
      field: name,
      label: field?.label ?? name,
      message,
      remedy: chooseRemedy(message, field),
      value: given[name],
    };
  });
}

export function toInputMessage(
  issue: z.core.$ZodIssue,
  name: string,
  field: Field | undefined,
): InputMessage {
  if (issue.code === 'unrecognized_keys') return { code: 'unknownInput', name };
  // The schemas put the code into the message, and the values of a rule into its parameters.
  const code = issue.message as InputMessage['code'];
  if (code === 'inputMissing') {
    return { code, label: field?.label ?? name, contractName: field?.contractName };
  }
  const params = issue.code === 'custom' ? issue.params : {};
  return { code, ...params } as InputMessage;
}

function chooseRemedy({ code }: InputMessage, field: Field | undefined): InputMessage {
  if (code === 'endBeforeStart') return { code: 'correctOneDate' };
  if (code === 'unknownInput') return { code: 'removeInput' };
  // `approverId` is not an input: it is the field of the error for a rejection that names nobody.
  return field?.remedy ?? { code: 'nameApprover' };
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
