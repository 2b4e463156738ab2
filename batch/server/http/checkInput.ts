import { locales, type z } from 'zod/v4';
import type { Language } from '../contract/languages.js';
import type { InputFault } from '../contract/shapes.js';
import { RefusalError } from '../refusalError.js';
import { translateRefusals, translateToAll } from '../words/language/language.js';

const zodLocales = { en: locales.en(), de: locales.de(), fr: locales.fr() };

export function checkInput(schema: z.ZodType, input: unknown): unknown {
  const checked = schema.safeParse(input);
  if (checked.success) return checked.data;
  const field = checked.error.issues[0]?.path.join('.') ?? '';
  const reason = translateToAll((language) => describeFault(schema, input, language));
  throw new RefusalError('invalid', reason, { field });
}

/** Checks the input again, because zod writes its messages during a check. */
function describeFault(schema: z.ZodType, input: unknown, language: Language): string {
  const { localeError } = zodLocales[language];
  const issue = schema.safeParse(input, { error: localeError }).error?.issues[0];
  const t = translateRefusals(language);
  const fault = issue === undefined ? '' : formatIssue(issue, t);
  // The page shows our own faults to people, for whom the field names of the API mean nothing.
  if (issue?.code === 'custom' && issue.params !== undefined) return fault;
  const field = issue?.path.join('.') ?? '';
  return field === '' ? fault : t(($) => $.http.wrongField, { field, fault });
}

function formatIssue(issue: z.core.$ZodIssue, t: ReturnType<typeof translateRefusals>): string {
  if (issue.code === 'custom') {
    const named = issue.params?.fault as InputFault | undefined;
    return named === undefined ? issue.message : t(($) => $.http.faults[named]);
  }
  if (issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1) {
    return t(($) => $.http.emptyText);
  }
  if (issue.code === 'too_big' && issue.origin === 'string') {
    return t(($) => $.http.textTooLong, { count: Number(issue.maximum) });
  }
  return issue.message;
}
