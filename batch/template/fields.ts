import type { Field, Fields } from '../../src/field.js';
import type { Example } from './example.js';
import type { TemplateField } from './field.js';

/** The inputs of an operation as its template shows them: those with example values. */
export function templateFieldsOf(
  fields: Fields,
  { values }: Pick<Example, 'values'>,
): TemplateField[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const own = values[name];
    if (own === undefined) return [];
    const { label, help, kind, values: choices } = field;
    return {
      name,
      label,
      help,
      kind: kindOf(kind),
      // Only a choice is a complete list; the service knows more roles, countries and urgencies.
      ...(choices === undefined
        ? {}
        : kind === 'choice'
          ? { values: choices }
          : { suggestions: choices }),
      requiredWhen: requiredWhen(field),
      examples: own,
    };
  });
}

function kindOf(kind: Field['kind']): TemplateField['kind'] {
  if (kind === 'dateTime') return 'date';
  return kind === 'choice' || kind === 'integer' ? kind : 'text';
}

function requiredWhen({ required, purpose = '' }: Field): string {
  if (required === 'always') return 'always';
  return required === 'never' ? 'no' : `for ${purpose}`;
}
