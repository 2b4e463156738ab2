// The French words for what the core says about values.

import { assessmentFields } from '../../../../src/assessmentFields.js';
import { decisionFields } from '../../../../src/decision.js';
import type { Fields } from '../../../../src/field.js';
import { invitationFields } from '../../../../src/staff.js';
import { isLabel, missingInput, toFrenchLabel } from './labels.js';
import { quoted } from './phrases.js';

const allFields = [assessmentFields, decisionFields, invitationFields].flatMap((fields: Fields) =>
  Object.values(fields),
);

/** The words for texts without values, apart from those about missing inputs. */
const constants: Readonly<Record<string, string>> = {
  // Problems with a value.
  'must be text': 'doit être un texte',
  'unsupported value': 'valeur non autorisée',
  'must be a whole number': 'doit être un nombre entier',
  'must not be negative': 'ne doit pas être négatif',
  'must be an ISO 8601 date-time': 'doit être une date avec heure au format ISO 8601',
  'is not an email address': 'n’est pas une adresse e-mail',
  'End date is before start date': 'Date de fin antérieure à la date de début',
  'Status must be Pending, Manager Approved, Compliance Approved, Rejected, or Canceled. Approved is also accepted as a legacy alias for Compliance Approved.':
    'Décision : les valeurs possibles sont Pending, Manager Approved, Compliance Approved, Rejected et Canceled. Approved est aussi accepté comme ancien nom de Compliance Approved.',
  'Manager ID is required for Manager Approved':
    'Identifiant du responsable : nécessaire pour Manager Approved',
  'Compliance Team Member ID is required for Compliance Approved':
    'Identifiant du membre de l’équipe conformité : nécessaire pour Compliance Approved',
  'Manager ID or Compliance Team Member ID is required for Rejected':
    'l’identifiant du responsable ou celui du membre de l’équipe conformité est nécessaire pour Rejected',
  'Cancelled By Staff ID is required for Canceled':
    'Annulé par (identifiant du personnel) : nécessaire pour Canceled',

  // Remedies.
  'Name the person who decides.': 'Indiquez la personne qui décide.',
  'Remove it.': 'Supprimez-la.',
  'Correct one of the two dates.': 'Corrigez l’une des deux dates.',
  'Correct its formula or type a value.': 'Corrigez la formule ou saisissez une valeur.',
  'Use Yes or No.': 'Utilisez Yes ou No.',
  'Use Yes, No or Unsure.': 'Utilisez Yes, No ou Unsure.',
  'Use Low, Mid or Senior.': 'Utilisez Low, Mid ou Senior.',
  'Use Work From Anywhere or Hire From Anywhere.':
    'Utilisez Work From Anywhere ou Hire From Anywhere.',
  'Use Pending, Manager Approved, Compliance Approved, Rejected, Canceled or Approved.':
    'Utilisez Pending, Manager Approved, Compliance Approved, Rejected, Canceled ou Approved.',
  "Use a value of the service's role-type list, for example Other.":
    'Utilisez une valeur de la liste des types de poste du service, par exemple Other.',
  "Use a value of the service's hiring-urgency list, for example 1-3 months.":
    'Utilisez une valeur de la liste du service pour l’urgence de l’embauche, par exemple 1-3 months.',
  'Use the English country name.': 'Utilisez le nom du pays en anglais.',
  'Use a whole number.': 'Utilisez un nombre entier.',
  'Use a whole number; 0 if there were no past trips.':
    'Utilisez un nombre entier ; 0 s’il n’y a pas eu de déplacements précédents.',
  'Use a whole number: the hires expected over the next two years.':
    'Utilisez un nombre entier : les embauches prévues au cours des deux prochaines années.',
  'Use a date such as 2026-11-03 or 2026-11-03T00:00:00.000Z.':
    'Utilisez une date comme 2026-11-03 ou 2026-11-03T00:00:00.000Z.',
  'Use text.': 'Utilisez du texte.',
  'Use one complete email address.': 'Utilisez une seule adresse e-mail complète.',
  'Use the Assessment ID that was returned when the assessment was created.':
    'Utilisez l’identifiant d’évaluation renvoyé lors de la création de l’évaluation.',
  'Fill in the first name.': 'Renseignez le prénom.',
  'Fill in the last name.': 'Renseignez le nom de famille.',
  'Use the ID as text, with its leading zeros.':
    'Utilisez l’identifiant sous forme de texte, avec ses zéros en tête.',
  'Format the column as text and type the ID again.':
    'Mettez la colonne au format texte et saisissez à nouveau l’identifiant.',
  'Write the date like 2026-11-30 or 30 November 2026.':
    'Écrivez la date sous la forme 2026-11-30, ou avec le mois en anglais, comme 30 November 2026.',
  'Write the date like 2026-11-30: a program may have read a year of two digits or a number as this date.':
    'Écrivez la date sous la forme 2026-11-30 : un programme a peut-être lu une année à deux chiffres ou un nombre comme cette date.',
  'Leave out the time, or write one from 00:00 to 23:59.':
    'Supprimez l’heure, ou écrivez-en une entre 00:00 et 23:59.',
};

const wordsByText: ReadonlyMap<string, string> = new Map([
  ...allFields.map(({ missing, label }) => [missing, missingInput(label)] as const),
  // The contract words some missing inputs as a rule.
  ...Object.entries(constants),
]);

/** The signs that a program has changed an ID, by their description in the core. */
const signsOfChange: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'in which a character was lost': 'où un caractère a été perdu',
    'with a line break or a tab': 'avec un saut de ligne ou une tabulation',
    'a formula as text': 'une formule sous forme de texte',
    'a number that was shortened': 'un nombre qui a été abrégé',
    'a number with decimal places': 'un nombre avec des décimales',
    'a date': 'une date',
  }),
);

/** The texts that contain other texts. */
const patterns: readonly (readonly [pattern: RegExp, words: (...parts: string[]) => string])[] = [
  [
    /^"(.*)" gives the year with two digits$/s,
    (text = '') => `${quoted(text)} indique l’année avec deux chiffres`,
  ],
  [
    /^"(.*)" is not a date that can be read$/s,
    (text = '') => `${quoted(text)} n’est pas une date lisible`,
  ],
  [
    /^"(.*)" can be read as two different days$/s,
    (text = '') => `${quoted(text)} peut désigner deux jours différents`,
  ],
  [
    /^"(.*)" is not a day that exists$/s,
    (text = '') => `${quoted(text)} n’est pas un jour qui existe`,
  ],
  [
    /^"(.*)" has a time that does not exist$/s,
    (text = '') => `${quoted(text)} contient une heure qui n’existe pas`,
  ],
  [
    /^"(.*)" is before (\d{4})$/s,
    (text = '', year = '') => `${quoted(text)} est antérieur à ${year}`,
  ],
  [/^contains the error (.+)$/s, (error = '') => `la cellule contient l’erreur ${error}`],
  [
    /^contains "(.*)", ([^"]+)$/s,
    (text = '', sign = '') =>
      `la cellule contient ${quoted(text)}, ${signsOfChange.get(sign) ?? sign}`,
  ],
  [
    /^"(.*)" contains separate accent characters; use the suggested spelling$/s,
    (text = '') =>
      `${quoted(text)} contient des accents séparés de leur lettre ; utilisez l’orthographe suggérée`,
  ],
  [
    /^"(.*)" is not a known English country name; did you mean "(.*)"\?$/s,
    (text = '', suggestion = '') =>
      `${quoted(text)} n’est pas un nom de pays connu en anglais ; vouliez-vous dire ${quoted(suggestion)} ?`,
  ],
  [
    /^"(.*)" is not a known English country name$/s,
    (text = '') => `${quoted(text)} n’est pas un nom de pays connu en anglais`,
  ],
  [/^Unknown input (.+)$/s, (name = '') => `Donnée inconnue : ${name}`],
];

/** Returns the French words for a text of the core about a value; an unknown text stays as it is. */
export function coreText(text: string): string {
  const known = wordsByText.get(text);
  if (known !== undefined) return known;
  const [, label = '', problem = ''] = /^([^:"]+): (.+)$/s.exec(text) ?? [];
  if (isLabel(label)) {
    const words = coreText(problem);
    return words === problem ? text : `${toFrenchLabel(label)} : ${words}`;
  }
  return replaceByPattern(patterns, text);
}

/** Returns the words of the first pattern that matches a text, or the text itself. */
export function replaceByPattern(
  wordsByPattern: readonly (readonly [pattern: RegExp, words: (...parts: string[]) => string])[],
  text: string,
): string {
  for (const [pattern, words] of wordsByPattern) {
    const [whole, ...parts] = pattern.exec(text) ?? [];
    if (whole !== undefined) return words(...parts);
  }
  return text;
}
