import { isAbsolute, join } from 'node:path';
import { InvalidArgumentError, type Option } from 'commander';
import { z } from 'zod/v4';
import { collect } from '../commands/options.js';
import { text, toBe } from './schemaParts.js';

/** The names are in camel case, such as `maxNew`. */
export type OptionValues = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined>
>;

export function mergeOptions(
  general: OptionValues | undefined,
  company: OptionValues | undefined,
  sheet: OptionValues | undefined,
): OptionValues {
  return { ...general, ...company, ...sheet };
}

/** A value is valid if the command line accepts it. */
export function createOptionShape(
  options: readonly Option[],
): Record<string, z.ZodType<OptionValues[string]>> {
  return Object.fromEntries(
    options.map((option) => [
      option.attributeName(),
      createValueSchema(option).optional().describe(describeValue(option)),
    ]),
  );
}

/** Paths in the values are relative to `folder`. */
export function toOptionWords(
  options: readonly Option[],
  values: OptionValues,
  folder: string,
): string[] {
  return options.flatMap((option) => {
    const value = values[option.attributeName()];
    const { long = option.flags, flags, negate } = option;
    if (value === undefined) return [];
    if (typeof value === 'boolean') return value === negate ? [] : [long];
    const texts = typeof value === 'object' ? value : [String(value)];
    return texts.flatMap((each) => [
      long,
      flags.endsWith('<file>') ? resolveFrom(folder, each) : each,
    ]);
  });
}

/** `path` is relative to `folder`; the result can be used in the current folder. */
export function resolveFrom(folder: string, path: string): string {
  return isAbsolute(path) ? path : join(folder, path);
}

/** In commander, the description of an option such as `--no-colour-scale` is about `false`. */
function describeValue({ negate, description }: Option): string {
  return negate ? `false: ${description}` : description;
}

function createValueSchema(option: Option): z.ZodType<OptionValues[string]> {
  // In commander, `required` means that the option takes a value.
  if (!option.required) return z.boolean({ error: toBe('true or false') });
  if (option.parseArg === collect) {
    return z.array(text, { error: toBe('a list of texts') });
  }
  if (option.argChoices !== undefined) {
    return z.enum(option.argChoices, { error: toBe(`one of ${option.argChoices.join(', ')}`) });
  }
  return z
    .union([z.string(), z.number()], { error: toBe('a text or a number') })
    .superRefine((value, context) => {
      const problem = findValueProblem(option, String(value));
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
    });
}

function findValueProblem({ parseArg }: Option, value: string): string | undefined {
  if (value === '') return 'It must not be empty.';
  try {
    parseArg?.(value, undefined);
    return undefined;
  } catch (error) {
    if (error instanceof InvalidArgumentError) return error.message;
    throw error;
  }
}
