import { z } from 'zod/v4';
import type { InputMessage } from './inputMessages.js';

/** Decides how cells are read and which input n8n shows. */
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
 * An input. The zod schemas, n8n properties, sheet headings and the template are created from it.
 */
export interface Field<S extends z.ZodType = z.ZodType> {
  readonly kind: FieldKind;
  /** The heading of its column and, in title case, the name of its n8n parameter. */
  readonly label: string;
  readonly help: string;
  /** The name in the contract's text for a missing value, if it is not the label. */
  readonly contractName?: string;
  readonly remedy: InputMessage;
  readonly required: 'always' | 'never' | 'whenItApplies';
  /** Undefined if the field applies to both purposes. */
  readonly purpose?: string;
  /** For a `choice`, all values except legacy names; otherwise, known values of an unpublished list. */
  readonly values?: readonly string[];
  /** Values by their other spellings, in lower case. */
  readonly synonyms?: Readonly<Record<string, string>>;
  /** Other headings that sheets use for this field. */
  readonly aliases?: readonly string[];
  /** The message of an issue is a code of `InputMessages`. */
  readonly schema: S;
}

/** Fields by the contract's names. The hash of each sent request depends on their order. */
export type Fields = Readonly<Record<string, Field>>;

export function describeField({ help, kind, values = [] }: Field): string {
  const isComplete = kind !== 'choice' || values.every((value) => help.includes(value));
  return isComplete ? help : `${help} One of: ${values.join(', ')}.`;
}

export type FieldShape<F extends Fields> = { [K in keyof F]: F[K]['schema'] };

export function toZodShape<F extends Fields>(fields: F): FieldShape<F> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field.schema]),
  ) as FieldShape<F>;
}

/** The inputs that fields accept, each with the doc comment of its field. */
export type FieldInputs<F extends Fields> = z.infer<z.ZodObject<FieldShape<F>, z.core.$strict>>;

/** An `Omit` that keeps the doc comments of the fields. */
export type WithoutKeys<T, K> = { [N in keyof T as N extends K ? never : N]: T[N] };

export type RequiredKeys<T, K> = {
  [N in keyof T as N extends K ? N : never]-?: Exclude<T[N], undefined>;
};

export type RetypedKeys<T, K, V> = { [N in keyof T as N extends K ? N : never]: V };

/** An intersection as one object type, which editors show better. */
export type Flat<T> = { [N in keyof T]: T[N] };

/** Returns the code unchanged: the type of the parameter lets the compiler refuse an unknown code. */
export function inputCode(code: InputMessage['code']): string {
  return code;
}

const createErrorMap =
  (code: InputMessage['code']) =>
  ({ input }: { readonly input?: unknown }) =>
    inputCode(input === undefined ? 'inputMissing' : code);

/** Refuses numbers: 00123 as a number would lose its zeros. */
export const text = () =>
  z.string({ error: createErrorMap('notText') }).min(1, inputCode('inputMissing'));

export const choice = <const V extends readonly [string, ...string[]]>(values: V) =>
  z.enum(values, { error: createErrorMap('unsupportedValue') });

export const wholeNumber = () =>
  z.int({ error: createErrorMap('notWholeNumber') }).min(0, inputCode('negative'));

export const emailAddress = () => z.email({ error: createErrorMap('notEmail') });

export const dateTime = () =>
  z.iso
    .datetime({ offset: true, error: createErrorMap('notDateTime') })
    // zod 3.25 and zod 4 differ on times without seconds and on offsets of a day or more.
    .regex(/T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):\d\d)$/, inputCode('notDateTime'));

/**
 * By default, zod skips a rule if any field has a problem, but all problems should be reported at
 * once. zod 3.25 drops the value of a wrong field.
 */
export const whenFieldsValid =
  (...names: readonly string[]) =>
  ({ value, issues }: z.core.ParsePayload) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !issues.some(({ path }) => names.includes(String(path?.[0])));
