import type { TemplateWords } from '../../../template/words.js';
import { capitalize } from '../../../wording/words.js';
import { match } from '../../page/browser/language/de/match.js';
import { nameInput } from './labels.js';

const explanations: Readonly<Record<string, string | undefined>> = match.help;

export const templateWords: TemplateWords = {
  nameInput,
  explainInput: (name, help) => capitalize(explanations[name] ?? help),
  always: 'immer',
  never: 'nein',
  forPurpose: (purpose) => `für ${purpose}`,
  required: (requiredWhen) => `Erforderlich: ${requiredWhen}. Siehe das Blatt „Hilfe“.`,
  helpSheet: 'Hilfe',
  helpHeadings: {
    column: 'Spalte',
    field: 'Feldname',
    required: 'Erforderlich',
    values: 'Zulässige Werte',
    explanation: 'Erklärung',
  },
  kinds: { text: 'Text', choice: 'Text', integer: 'eine ganze Zahl', date: 'ein Datum' },
  forExample: (values) => `zum Beispiel ${values}`,
  moreInDropDown: (values) => `${values} und weitere in der Auswahlliste`,
  invalidValue: 'Unzulässiger Wert',
  chooseValue: (label) => `Wählen Sie für „${label}“ einen Wert aus der Liste.`,
  enterDate: (label) => `Geben Sie für „${label}“ ein Datum ein, zum Beispiel 2026-11-03.`,
  enterWholeNumber: (label) => `Geben Sie für „${label}“ eine ganze Zahl ab 0 ein.`,
};
