import { z } from 'zod/v4';

/** The kind of a field's value: decides how sheets are read and which input n8n shows. */
export type FieldKind =
  'choice' | 'openChoice' | 'country' | 'text' | 'staffId' | 'email' | 'integer' | 'dateTime';

/**
 * One input of an operation. Everything about the field is defined here: zod schemas, n8n properties,
 * sheet headings, template and error texts are all made from it.
 */
export interface Field<S extends z.ZodType = z.ZodType> {
  readonly kind: FieldKind;
  /** What people call it: heading of a column, name of an n8n parameter. */
  readonly label: string;
  /** One or two sentences for the person who fills it in. */
  readonly help: string;
  /** The contract's text for a missing value, or ours in the same style if it has none. */
  readonly missing: string;
  /** How to correct a value that is not accepted: the contract's correction, as a sentence. */
  readonly remedy: string;
  /** `always`, `never`, or only for the assessments that the field applies to. */
  readonly required: 'always' | 'never' | 'whenItApplies';
  /** The purpose that the field applies to; missing for all. */
  readonly purpose?: string;
  /** All allowed values (`choice`), or the known ones of a list that the contract does not publish. */
  readonly values?: readonly string[];
  /** Other spellings of values, in lower case, by what is meant. */
  readonly synonyms?: Readonly<Record<string, string>>;
  /** Other headings that sheets use for this field. */
  readonly aliases?: readonly string[];
  /** Accepts the value as it is sent; optional unless `required` is `always`. */
  readonly schema: S;
}

/** Fields by the contract's names, in the contract's order. */
export type Fields = Readonly<Record<string, Field>>;

/**
 * What a field means and which values it takes, for a reader who sees nothing else: a person at an n8n
 * parameter, or a model that fills it in.
 */
export function describeField({ help, kind, values = [] }: Field): string {
  const isTold = kind !== 'choice' || values.every((value) => help.includes(value));
  return isTold ? help : `${help} One of: ${values.join(', ')}.`;
}

/** The zod object shape of some fields. */
export type ShapeOf<F extends Fields> = { [K in keyof F]: F[K]['schema'] };

/** The zod object shape of some fields, in their order. */
export function shapeOf<F extends Fields>(fields: F): ShapeOf<F> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field.schema]),
  ) as ShapeOf<F>;
}

/** The inputs that fields accept, each with the doc comment of its field. */
export type InputsOf<F extends Fields> = z.infer<z.ZodObject<ShapeOf<F>, z.core.$strict>>;

/** Inputs without some of them. Like the types below, it keeps the doc comments of the fields. */
export type WithoutKeys<T, K> = { [N in keyof T as N extends K ? never : N]: T[N] };

/** Some of the inputs, which are then required. */
export type RequiredKeys<T, K> = {
  [N in keyof T as N extends K ? N : never]-?: Exclude<T[N], undefined>;
};

/** Some of the inputs, with another type. */
export type RetypedKeys<T, K, V> = { [N in keyof T as N extends K ? N : never]: V };

/** An intersection as one object type, which editors show better. */
export type Flat<T> = { [N in keyof T]: T[N] };

/** How to correct a Staff ID that is not accepted. */
export const staffIdRemedy = 'Use the Staff ID as text, with its leading zeros.';

/** How to correct a Staff ID that a spreadsheet has changed. */
export const changedStaffIdRemedy = 'Format the column as text and type the Staff ID again.';

/** A non-empty string. Numbers are refused: 123 would have lost the zeros of 00123. */
export const text = (missing: string) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? missing : 'must be text') })
    .min(1, missing);

/** One of a complete list. */
export const oneOf = <const V extends readonly [string, ...string[]]>(values: V, missing: string) =>
  z.enum(values, {
    error: (issue) => (issue.input === undefined ? missing : 'unsupported value'),
  });

/** A whole number, 0 or more. */
export const wholeNumber = (missing: string) =>
  z
    .int({
      error: (issue) => (issue.input === undefined ? missing : 'must be a whole number'),
    })
    .min(0, 'must not be negative');

const notADateTime = 'must be an ISO 8601 date-time';

/** An ISO 8601 date-time with seconds and a time zone, of a day that exists. */
export const dateTime = (missing: string) =>
  z.iso
    .datetime({
      offset: true,
      error: (issue) => (issue.input === undefined ? missing : notADateTime),
    })
    // zod 3.25 and zod 4 differ on times without seconds and on offsets of a day or more.
    .regex(/T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):\d\d)$/, notADateTime);

/**
 * For the `when` of a rule between fields. zod would skip the rule while any field has a problem,
 * but all problems are to be reported at once: it is skipped only where one of its own fields is
 * wrong (zod 3.25 has dropped the value then), or where there is no object at all.
 */
export const unlessOneIsWrong =
  (...names: readonly string[]) =>
  ({ value, issues }: z.core.ParsePayload) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !issues.some(({ path }) => names.includes(String(path?.[0])));
