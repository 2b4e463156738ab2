import type { TemplateWords } from '../../../template/words.js';
import { capitalize } from '../../../wording/words.js';
import { match } from '../../page/browser/language/fr/match.js';
import { nameInput } from './labels.js';

const explanations: Readonly<Record<string, string | undefined>> = match.help;

export const templateWords: TemplateWords = {
  nameInput,
  explainInput: (name, help) => capitalize(explanations[name] ?? help),
  always: 'toujours',
  never: 'non',
  forPurpose: (purpose) => `pour ${purpose}`,
  required: (requiredWhen) => `Obligatoire : ${requiredWhen}. Voir la feuille « Aide ».`,
  helpSheet: 'Aide',
  helpHeadings: {
    column: 'Colonne',
    field: 'Nom du champ',
    required: 'Obligatoire',
    values: 'Valeurs autorisées',
    explanation: 'Explication',
  },
  kinds: { text: 'texte', choice: 'texte', integer: 'un nombre entier', date: 'une date' },
  forExample: (values) => `par exemple ${values}`,
  moreInDropDown: (values) => `${values} et d’autres dans la liste déroulante`,
  invalidValue: 'Valeur non autorisée',
  chooseValue: (label) => `Choisissez une valeur de la liste pour « ${label} ».`,
  enterDate: (label) => `Saisissez une date pour « ${label} », par exemple 2026-11-03.`,
  enterWholeNumber: (label) => `Saisissez un nombre entier, 0 ou plus, pour « ${label} ».`,
};
