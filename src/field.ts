import { z } from 'zod/v4';
import type { InputMessage } from './inputMessages.js';

/** The kind of a field's value. It decides how cells are read and which input n8n shows. */
export type FieldKind =
  | 'choice'
  | 'openChoice'
  | 'country'
  | 'text'
  | 'staffId'
  | 'email'
  | 'integer'
  | 'dateTime';

/**
 * One input of an operation. The zod schemas, the n8n properties, the English sheet headings and the
 * template are created from it.
 */
export interface Field<S extends z.ZodType = z.ZodType> {
  readonly kind: FieldKind;
  /** The heading of its column and, in title case, the name of its n8n parameter. */
  readonly label: string;
  /** One or two sentences for the person who fills it in. */
  readonly help: string;
  /** The name in the contract's text for a missing value, if it is not the label. */
  readonly contractName?: string;
  /** How to correct a refused value. */
  readonly remedy: InputMessage;
  /** `always`, `never`, or only for the assessments that the field applies to. */
  readonly required: 'always' | 'never' | 'whenItApplies';
  /** The purpose that the field applies to; undefined if it applies to both. */
  readonly purpose?: string;
  /** For a `choice`, all values except legacy names; otherwise, known values of an unpublished list. */
  readonly values?: readonly string[];
  /** Values by their other spellings, in lower case. */
  readonly synonyms?: Readonly<Record<string, string>>;
  /** Other headings that sheets use for this field. */
  readonly aliases?: readonly string[];
  /**
   * Checks the value as it is sent; optional unless `required` is `always`. The message of an issue is
   * a code of `InputMessages`, for `toInputMessage`.
   */
  readonly schema: S;
}

/** Fields by the contract's names. The hash of each sent request depends on their order. */
export type Fields = Readonly<Record<string, Field>>;

/** Returns the meaning and the allowed values of a field, for an n8n parameter or a language model. */
export function describeField({ help, kind, values = [] }: Field): string {
  const isComplete = kind !== 'choice' || values.every((value) => help.includes(value));
  return isComplete ? help : `${help} One of: ${values.join(', ')}.`;
}

export type FieldShape<F extends Fields> = { [K in keyof F]: F[K]['schema'] };

/** Returns the zod object shape of some fields, in their order. */
export function toZodShape<F extends Fields>(fields: F): FieldShape<F> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field.schema]),
  ) as FieldShape<F>;
}

/** The inputs that fields accept, each with the doc comment of its field. */
export type FieldInputs<F extends Fields> = z.infer<z.ZodObject<FieldShape<F>, z.core.$strict>>;

/** An `Omit` that, like the types below, keeps the doc comments of the fields. */
export type WithoutKeys<T, K> = { [N in keyof T as N extends K ? never : N]: T[N] };

/** A `Pick` that makes the inputs required. */
export type RequiredKeys<T, K> = {
  [N in keyof T as N extends K ? N : never]-?: Exclude<T[N], undefined>;
};

/** A `Pick` that gives the inputs another type. */
export type RetypedKeys<T, K, V> = { [N in keyof T as N extends K ? N : never]: V };

/** An intersection as one object type, which editors show better. */
export type Flat<T> = { [N in keyof T]: T[N] };

/** Returns a code as the message of a zod issue, which must be a text. */
export function inputCode(code: InputMessage['code']): string {
  return code;
}

/** Creates the `error` of a schema: `inputMissing` for a missing input, and `code` for a wrong value. */
const missingOr =
  (code: InputMessage['code']) =>
  ({ input }: { readonly input?: unknown }) =>
    inputCode(input === undefined ? 'inputMissing' : code);

/** Accepts a non-empty string. Numbers are refused: 00123 as a number would lose its zeros. */
export const text = () =>
  z.string({ error: missingOr('notText') }).min(1, inputCode('inputMissing'));

/** Accepts one value of a complete list. */
export const choice = <const V extends readonly [string, ...string[]]>(values: V) =>
  z.enum(values, { error: missingOr('unsupportedValue') });

/** Accepts a whole number from 0. */
export const wholeNumber = () =>
  z.int({ error: missingOr('notWholeNumber') }).min(0, inputCode('negative'));

export const emailAddress = () => z.email({ error: missingOr('notEmail') });

/** Accepts an ISO 8601 date-time with seconds and a time zone, if the day exists. */
export const dateTime = () =>
  z.iso
    .datetime({ offset: true, error: missingOr('notDateTime') })
    // zod 3.25 and zod 4 differ on times without seconds and on offsets of a day or more.
    .regex(/T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):\d\d)$/, inputCode('notDateTime'));

/**
 * Returns the `when` of a rule between these fields. By default, zod skips a rule if any field has a
 * problem, but all problems should be reported at once. This rule is skipped only if one of these
 * fields is wrong (zod 3.25 has then dropped its value), or if the input is not an object.
 */
export const whenFieldsValid =
  (...names: readonly string[]) =>
  ({ value, issues }: z.core.ParsePayload) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !issues.some(({ path }) => names.includes(String(path?.[0])));
