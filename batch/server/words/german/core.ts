import { decisionFields } from '../../../../src/decision.js';
import { assessmentFields } from '../../../../src/assessmentFields.js';
import type { Field } from '../../../../src/field.js';
import { invitationFields } from '../../../../src/staff.js';
import { missingInput, toGermanLabel } from './labels.js';
import { quoted } from './phrases.js';

/** The German words for the texts of the core that never change. */
const constants: Readonly<Record<string, string>> = {
  // Values that the contract does not allow.
  'must be text': 'kein Text',
  'unsupported value': 'unzulässiger Wert',
  'must be a whole number': 'keine ganze Zahl',
  'must not be negative': 'darf nicht negativ sein',
  'must be an ISO 8601 date-time': 'kein Datum mit Uhrzeit nach ISO 8601',
  'is not an email address': 'keine E-Mail-Adresse',

  // Rules between fields.
  'End date is before start date': 'Enddatum liegt vor dem Startdatum',
  'Correct one of the two dates.': 'Korrigieren Sie eine der beiden Datumsangaben.',
  'Status must be Pending, Manager Approved, Compliance Approved, Rejected, or Canceled. Approved is also accepted as a legacy alias for Compliance Approved.':
    'erlaubt sind Pending, Manager Approved, Compliance Approved, Rejected und Canceled. Approved wird als alter Name für Compliance Approved auch angenommen.',
  'Manager ID is required for Manager Approved':
    'ID der Führungskraft ist für Manager Approved erforderlich',
  'Compliance Team Member ID is required for Compliance Approved':
    'ID des Compliance-Teammitglieds ist für Compliance Approved erforderlich',
  'Manager ID or Compliance Team Member ID is required for Rejected':
    'für Rejected ist die ID der Führungskraft oder des Compliance-Teammitglieds erforderlich',
  'Cancelled By Staff ID is required for Canceled':
    '„Storniert von (Personal-ID)“ ist für Canceled erforderlich',
  'Name the person who decides.': 'Geben Sie die Person an, die entscheidet.',
  'Remove it.': 'Entfernen Sie sie.',

  // Advice about values.
  'Use Yes or No.': 'Verwenden Sie Yes oder No.',
  'Use Yes, No or Unsure.': 'Verwenden Sie Yes, No oder Unsure.',
  'Use Low, Mid or Senior.': 'Verwenden Sie Low, Mid oder Senior.',
  'Use Work From Anywhere or Hire From Anywhere.':
    'Verwenden Sie Work From Anywhere oder Hire From Anywhere.',
  'Use Pending, Manager Approved, Compliance Approved, Rejected, Canceled or Approved.':
    'Verwenden Sie Pending, Manager Approved, Compliance Approved, Rejected, Canceled oder Approved.',
  "Use a value of the service's role-type list, for example Other.":
    'Verwenden Sie einen Wert aus der Liste des Dienstes für die Art der Tätigkeit, zum Beispiel Other.',
  "Use a value of the service's hiring-urgency list, for example 1-3 months.":
    'Verwenden Sie einen Wert aus der Liste des Dienstes für die Dringlichkeit, zum Beispiel 1-3 months.',
  'Use the English country name.': 'Verwenden Sie den englischen Ländernamen.',
  'Use a whole number.': 'Verwenden Sie eine ganze Zahl.',
  'Use a whole number; 0 if there were no past trips.':
    'Verwenden Sie eine ganze Zahl; 0, wenn es keine früheren Reisen gab.',
  'Use a whole number: the hires expected over the next two years.':
    'Verwenden Sie eine ganze Zahl: die Einstellungen, die in den nächsten zwei Jahren erwartet werden.',
  'Use a date such as 2026-11-03 or 2026-11-03T00:00:00.000Z.':
    'Verwenden Sie ein Datum wie 2026-11-03 oder 2026-11-03T00:00:00.000Z.',
  'Use text.': 'Verwenden Sie Text.',
  'Use one complete email address.': 'Verwenden Sie genau eine vollständige E-Mail-Adresse.',
  'Use the Assessment ID that was returned when the assessment was created.':
    'Verwenden Sie die Bewertungs-ID, die der Dienst beim Anlegen der Bewertung vergeben hat.',
  'Fill in the first name.': 'Tragen Sie den Vornamen ein.',
  'Fill in the last name.': 'Tragen Sie den Nachnamen ein.',
  'Correct its formula or type a value.':
    'Korrigieren Sie die Formel, oder geben Sie einen Wert ein.',

  // Advice about IDs and dates.
  'Use the ID as text, with its leading zeros.':
    'Verwenden Sie die ID als Text, mit führenden Nullen.',
  'Format the column as text and type the ID again.':
    'Formatieren Sie die Spalte als Text, und geben Sie die ID erneut ein.',
  'Write the date like 2026-11-30 or 30 November 2026.':
    'Schreiben Sie das Datum wie 2026-11-30 oder mit englischem Monatsnamen wie 30 November 2026.',
  'Write the date like 2026-11-30: a program may have read a year of two digits or a number as this date.':
    'Schreiben Sie das Datum wie 2026-11-30: Vielleicht hat ein Programm ein Jahr mit zwei Ziffern oder eine Zahl als dieses Datum gelesen.',
  'Leave out the time, or write one from 00:00 to 23:59.':
    'Lassen Sie die Uhrzeit weg, oder schreiben Sie eine von 00:00 bis 23:59.',
};

const allFields = [assessmentFields, decisionFields, invitationFields].flatMap((fields): Field[] =>
  Object.values<Field>(fields),
);

/** The German words by the text of the core. */
const wordsByText: ReadonlyMap<string, string> = new Map([
  ...allFields.map(({ missing, label }) => [missing, missingInput(toGermanLabel(label))] as const),
  // Two texts about a missing value are rules between fields.
  ...Object.entries(constants),
]);

/** The changes that programs make to an ID, to follow the text of the cell. */
const changesOfIds: Readonly<Record<string, string>> = {
  'in which a character was lost': 'worin ein Zeichen verloren gegangen ist',
  'with a line break or a tab': 'mit einem Zeilenumbruch oder Tabulator',
  'a formula as text': 'eine Formel als Text',
  'a number that was shortened': 'eine gekürzte Zahl',
  'a number with decimal places': 'eine Zahl mit Nachkommastellen',
  'a date': 'ein Datum',
};

/** The texts of the core that quote a value, each with its German words. */
const patterns: readonly (readonly [pattern: RegExp, words: (...parts: string[]) => string])[] = [
  [
    /^"(.*)" can be read as two different days$/s,
    (text) => `${text} kann zwei verschiedene Tage bedeuten`,
  ],
  [/^"(.*)" is not a day that exists$/s, (text) => `den Tag ${text} gibt es nicht`],
  [
    /^"(.*)" has a time that does not exist$/s,
    (text) => `${text} enthält eine Uhrzeit, die es nicht gibt`,
  ],
  [/^"(.*)" is before (\d+)$/s, (text, year) => `${text} liegt vor dem Jahr ${year}`],
  [
    /^"(.*)" gives the year with two digits$/s,
    (text) => `${text} enthält das Jahr nur mit zwei Ziffern`,
  ],
  [/^"(.*)" is not a date that can be read$/s, (text) => `${text} ist kein lesbares Datum`],
  [
    /^"(.*)" is not a known English country name$/s,
    (text) => `${text} ist kein bekannter englischer Ländername`,
  ],
  [
    /^"(.*)" contains separate accent characters; use the suggested spelling$/s,
    (text) =>
      `${text} enthält Akzente als eigene Zeichen; verwenden Sie die vorgeschlagene Schreibweise`,
  ],
];

/** Returns the German words for a text of the core; an unknown text stays as it is. */
export function translateCore(text: string): string {
  const known = wordsByText.get(text);
  if (known !== undefined) return known;
  const [, label = '', rest = ''] = /^([^":]+): (.+)$/s.exec(text) ?? [];
  if (toGermanLabel(label) !== label) return `${toGermanLabel(label)}: ${translateCore(rest)}`;
  return translateQuotation(text) ?? translateContent(text) ?? text;
}

function translateQuotation(text: string): string | undefined {
  const [, bare = text, suggestion] = /^(.*); did you mean "(.*)"\?$/s.exec(text) ?? [];
  for (const [pattern, words] of patterns) {
    const [, value, ...others] = pattern.exec(bare) ?? [];
    if (value === undefined) continue;
    const meant = suggestion === undefined ? '' : `; ist ${quoted(suggestion)} gemeint?`;
    return `${words(quoted(value), ...others)}${meant}`;
  }
  return undefined;
}

/** Translates a text about the content of a cell, which has no subject. */
function translateContent(text: string): string | undefined {
  const [, error] = /^contains the error (.+)$/s.exec(text) ?? [];
  if (error !== undefined) return `Die Zelle enthält den Fehler ${error}`;
  const [, value = '', change = ''] = /^contains "(.*)", ([^"]+)$/s.exec(text) ?? [];
  const words = changesOfIds[change];
  if (words !== undefined) return `Die Zelle enthält ${quoted(value)}, ${words}`;
  const [, name] = /^Unknown input (.+)$/s.exec(text) ?? [];
  return name === undefined ? undefined : `Unbekannte Angabe ${name}`;
}
