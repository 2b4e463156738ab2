import type { DateOrder } from '../../../../src/dateText.js';
import type { ValueMessages } from '../../../engine/intake/intakeMessages.js';
import { remarkWords } from '../../../wording/remarks.js';
import { capitalize } from '../../../wording/words.js';
import { createValueText, type ValueWording } from '../../../wording/values.js';
import { inputWording } from './inputs.js';
import { toGermanLabel } from './labels.js';
import { choose, formatNumber, quoted } from './phrases.js';

const dateExamples = 'wie 2026-11-30 oder mit englischem Monatsnamen wie 30 November 2026.';
const writeDate = `schreiben Sie das Datum ${dateExamples}`;

const orderWords: Readonly<Record<DateOrder, string>> = {
  dmy: 'Tag zuerst',
  mdy: 'Monat zuerst',
};

const orderNames: Readonly<Record<DateOrder, string>> = {
  dmy: '„3. April (Tag zuerst)“',
  mdy: '„4. März (Monat zuerst)“',
};

const staffWords = {
  manager: 'der Führungskraft, die entscheidet',
  complianceTeamMember: 'des Compliance-Teammitglieds, das entscheidet',
  canceller: 'der Person, die storniert',
} as const;

export const valueWording: ValueWording<ValueMessages> = {
  ...inputWording,
  cellNotCalculated: () => 'Die Zelle enthält eine Formel, die nie berechnet wurde',
  cellTooLong: ({ characters }) => `Die Zelle enthält ${formatNumber(characters)} Zeichen`,
  cellContainsDate: ({ date }) => `Die Zelle enthält ein Datum, ${date}`,
  cellContainsBoolean: ({ text }) => `Die Zelle enthält ${text}`,
  cellNumberFormatted: ({ number }) =>
    `Die Zelle enthält die Zahl ${number} mit einem eigenen Zahlenformat, deshalb ist unsicher, welche ID Excel anzeigt`,
  textEncodingGuessed: ({ encoding }) =>
    `Die Zelle enthält Buchstaben, die falsch sein können: Die Datei nennt ihre Zeichencodierung nicht und wurde als ${encoding} gelesen`,
  cellContainsError: ({ error }) => `Die Zelle enthält den Fehler ${error}`,
  cellOnlyInExcel: () =>
    'Die Zelle enthält einen Wert, den nur Excel anzeigen kann, zum Beispiel einen verknüpften Datentyp oder ein Bild',
  settingEmpty: ({ label }) => `${toGermanLabel(label)}: ein Wert ist erforderlich`,
  identityAlone: ({ hasNumbers }) =>
    hasNumbers ? 'der Rest der Zeile enthält nur Zahlen' : 'sonst enthält die Zeile keine Angabe',
  resultsAlone: () => 'die Zeile enthält Ergebnisse, aber keine Angaben',

  calculateFormula: () =>
    'Geben Sie den Wert hier ein. Oder öffnen Sie die Datei aus „Tabelle mit Risikowerten herunterladen“ unter „Ergebnisse“ in Excel, speichern Sie sie, und laden Sie sie hoch.',
  checkHeading: () => 'Prüfen Sie unter „Zuordnen“, ob die richtige Spalte gelesen wird.',
  saveAsUtf8: () =>
    'Speichern Sie die Datei in dem Programm, aus dem sie stammt, erneut als UTF-8 (in Excel „CSV UTF-8“), und laden Sie sie erneut hoch.',
  formatAsDate: () => 'Geben Sie das Datum ein, zum Beispiel 2026-11-03.',
  correctFormula: () => 'Geben Sie den Wert ein, den die Formel ergeben soll.',
  convertToText: () => 'Geben Sie den Wert ein, den Excel in dieser Zelle anzeigt.',
  fillInOthers: () =>
    'Wenn die Zeile eine Summe oder eine Notiz ist, klicken Sie unter „Prüfen“ auf „Diese Zeile ignorieren“. Wenn sie eine Person ist, korrigieren Sie die Personalnummer und die anderen Zellen.',
  moveResultsBack: () =>
    'Verschieben Sie in der Datei die Ergebnisse zurück in ihre Zeile. Wenn es diese Zeile in der Datei nicht mehr gibt, leeren Sie die Ergebniszellen der jetzigen Zeile. Laden Sie dann die Datei erneut hoch.',
  typeDate: () => 'Geben Sie ein Datum ein, zum Beispiel 2026-11-03.',
  sayDateOrder: ({ hasDots }) =>
    `${hasDots ? 'Mit Punkten steht der Tag üblicherweise zuerst. ' : ''}Wählen Sie unter „Zuordnen“, ob 03/04/2026 der 3. April oder der 4. März ist. Oder geben Sie das Datum ein, ${dateExamples}`,
  datesOfColumn: ({ order }) =>
    `Bei den anderen Datumsangaben dieser Spalte steht der ${orderWords[order]}: Wählen Sie unter „Zuordnen“ ${orderNames[order]}.`,
  datesOfOtherColumns: ({ order }) =>
    `Bei den Datumsangaben anderer Spalten steht der ${orderWords[order]}: Wenn das auch hier so ist, wählen Sie unter „Zuordnen“ ${orderNames[order]}. Oder ${writeDate}`,
  datesContradict: ({ order }) =>
    order === undefined
      ? `Diese Tabelle enthält Datumsangaben in beiden Reihenfolgen, deshalb ist dieses Datum mehrdeutig. ${capitalize(writeDate)}`
      : `Bei den anderen Datumsangaben dieser Spalte steht der ${orderWords[order]}, aber in anderen Spalten nicht. ${capitalize(writeDate)}`,
  keepOnlyAddress: ({ address }) => `Lassen Sie nur ${address} in der Zelle stehen.`,
  giveOneAddress: () =>
    'Eine Einladung geht an eine einzige Adresse: Verwenden Sie eine Zeile pro Person.',
  removeSpaces: () => 'Entfernen Sie die Leerzeichen in der Adresse.',
  removeAccents: () =>
    'Vor dem @ einer Adresse stehen keine Akzente und Umlaute: Fragen Sie die Person nach ihrer Adresse.',
  writeDomain: ({ domain }) => `Schreiben Sie die Domain als ${domain}; das ist gleichbedeutend.`,
  giveWholeAddress: () =>
    'Verwenden Sie genau eine vollständige E-Mail-Adresse, zum Beispiel ada@example.com.',
  assessFirst: () => 'Lassen Sie die Zeile zuerst bewerten.',
  chooseOne: () => 'Wählen Sie eine dieser Entscheidungen.',
  fillInStaffId: ({ whose }) =>
    whose === undefined
      ? 'Tragen Sie die Personal-ID ein.'
      : `Tragen Sie die Personal-ID ${staffWords[whose]}, ein.`,
};

export const valueText = createValueText(
  valueWording,
  (label, text) => `${toGermanLabel(label)}: ${text}`,
);

export const { remarksText } = remarkWords({
  valueText,
  moreProblems: 'siehe unter „Prüfen“.',
  orAcceptSuggestions: 'Oder nehmen Sie den Vorschlag an.',
  phrases: {
    quote: quoted,
    label: toGermanLabel,
    meant: (suggestion) => `; ist ${quoted(suggestion)} gemeint?`,
    correctedFrom: (value) =>
      value === ''
        ? '(korrigiert; die Zelle ist leer)'
        : `(korrigiert; in der Zelle steht ${quoted(value)})`,
    noColumn: ', und in der Tabelle fehlt die Spalte dafür',
    notCalculated: '(nicht berechnet)',
    more: (problems) =>
      `Und ${formatNumber(problems)} ${choose(problems, 'weiteres Problem', 'weitere Probleme')}:`,
  },
});
