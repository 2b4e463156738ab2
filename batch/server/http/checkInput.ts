import { locales, type z } from 'zod/v4';
import type { Language } from '../contract/languages.js';
import type { InputFault } from '../contract/shapes.js';
import { RefusalError } from '../refusalError.js';
import { translateRefusals, writeInEach } from '../words/language/language.js';

const wordsOfZod = { en: locales.en(), de: locales.de(), fr: locales.fr() };

/** Checks a part of a request. Throws a RefusalError with the first fault, and the field that has it. */
export function checkInput(schema: z.ZodType, input: unknown): unknown {
  const checked = schema.safeParse(input);
  if (checked.success) return checked.data;
  const field = checked.error.issues[0]?.path.join('.') ?? '';
  const reason = writeInEach((language) => describeFault(schema, input, language));
  throw new RefusalError('invalid', reason, { field });
}

/** Checks the input once more, because zod words a fault while it checks. */
function describeFault(schema: z.ZodType, input: unknown, language: Language): string {
  const { localeError } = wordsOfZod[language];
  const issue = schema.safeParse(input, { error: localeError }).error?.issues[0];
  const t = translateRefusals(language);
  const named = issue?.code === 'custom' ? (issue.params?.fault as InputFault) : undefined;
  const fault = named === undefined ? (issue?.message ?? '') : t(($) => $.http.faults[named]);
  const field = issue?.path.join('.') ?? '';
  return field === '' ? fault : t(($) => $.http.wrongField, { field, fault });
}
