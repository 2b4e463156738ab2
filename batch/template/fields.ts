import type { Field, Fields } from '../../src/field.js';
import type { Example } from './example.js';
import type { TemplateField } from './field.js';
import { type TemplateWords, templateWords } from './words.js';

export function createTemplateFields(
  fields: Fields,
  { values }: Pick<Example, 'values'>,
  words = templateWords,
): TemplateField[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const examples = values[name];
    if (examples === undefined) return [];
    const { label, help, kind, values: choices } = field;
    return {
      name,
      label: words.nameInput(name, label),
      help: words.explainInput(name, help),
      kind: toTemplateKind(kind),
      // The service accepts other roles, countries and urgencies.
      ...(choices === undefined
        ? {}
        : kind === 'choice'
          ? { values: choices }
          : { suggestions: choices }),
      requiredWhen: describeRequirement(field, words),
      examples,
    };
  });
}

function toTemplateKind(kind: Field['kind']): TemplateField['kind'] {
  if (kind === 'dateTime') return 'date';
  return kind === 'choice' || kind === 'integer' ? kind : 'text';
}

function describeRequirement(
  { required, purpose = '' }: Field,
  { always, never, forPurpose }: TemplateWords,
): string {
  if (required === 'always') return always;
  return required === 'never' ? never : forPurpose(purpose);
}
