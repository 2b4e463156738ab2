import type { TemplateField } from './field.js';

export interface TemplateWords {
  readonly nameInput: (name: string, label: string) => string;
  readonly explainInput: (name: string, help: string) => string;
  readonly always: string;
  readonly never: string;
  readonly forPurpose: (purpose: string) => string;
  /** The end of the note on a heading. `requiredWhen` is one of the three texts above. */
  readonly required: (requiredWhen: string) => string;
  readonly helpSheet: string;
  readonly helpHeadings: Readonly<
    Record<'column' | 'field' | 'required' | 'values' | 'explanation', string>
  >;
  readonly kinds: Readonly<Record<TemplateField['kind'], string>>;
  readonly forExample: (values: string) => string;
  readonly moreInDropDown: (values: string) => string;
  readonly invalidValue: string;
  readonly chooseValue: (label: string) => string;
  readonly enterDate: (label: string) => string;
  readonly enterWholeNumber: (label: string) => string;
}

export const templateWords: TemplateWords = {
  nameInput: (_name, label) => label,
  explainInput: (_name, help) => help,
  always: 'always',
  never: 'no',
  forPurpose: (purpose) => `for ${purpose}`,
  required: (requiredWhen) => `Required: ${requiredWhen}. See the sheet "Help".`,
  helpSheet: 'Help',
  helpHeadings: {
    column: 'Column',
    field: 'Field name',
    required: 'Required',
    values: 'Allowed values',
    explanation: 'Explanation',
  },
  kinds: { text: 'text', choice: 'text', integer: 'a whole number', date: 'a date' },
  forExample: (values) => `for example ${values}`,
  moreInDropDown: (values) => `${values} and more in the drop-down`,
  invalidValue: 'Invalid value',
  chooseValue: (label) => `Choose a value from the list for ${label}.`,
  enterDate: (label) => `Enter a date for ${label}, such as 2026-11-03.`,
  enterWholeNumber: (label) => `Enter a whole number for ${label}, 0 or more.`,
};
