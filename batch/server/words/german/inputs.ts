import type { InputWording } from '../../../../src/inputWords.js';
import { joinChoices } from '../../../../src/inputWords.js';
import type { IdChange, InputMessages } from '../../../../src/inputMessages.js';
import { missingInput, toGermanLabel } from './labels.js';
import { quoted } from './phrases.js';

const changeWords: Readonly<Record<IdChange, string>> = {
  lostCharacter: 'worin ein Zeichen verloren gegangen ist',
  lineBreak: 'mit einem Zeilenumbruch oder Tabulator',
  formula: 'eine Formel als Text',
  shortened: 'eine gekürzte Zahl',
  decimals: 'eine Zahl mit Nachkommastellen',
  date: 'ein Datum',
};

const missingApproverTexts: Readonly<Record<InputMessages['approverMissing']['status'], string>> = {
  'Manager Approved': 'ID der Führungskraft ist für Manager Approved erforderlich',
  'Compliance Approved': 'ID des Compliance-Teammitglieds ist für Compliance Approved erforderlich',
  Rejected:
    'für Rejected ist die ID der Führungskraft oder des Compliance-Teammitglieds erforderlich',
  Canceled: '„Storniert von (Personal-ID)“ ist für Canceled erforderlich',
};

export const inputWording: InputWording = {
  inputMissing: ({ label }) => missingInput(toGermanLabel(label)),
  unknownInput: ({ name }) => `Unbekannte Angabe ${name}`,
  notText: () => 'kein Text',
  unsupportedValue: () => 'unzulässiger Wert',
  notWholeNumber: () => 'keine ganze Zahl',
  negative: () => 'darf nicht negativ sein',
  notDateTime: () => 'kein Datum mit Uhrzeit nach ISO 8601',
  notEmail: () => 'keine E-Mail-Adresse',
  unsupportedStatus: () =>
    'erlaubt sind Pending, Manager Approved, Compliance Approved, Rejected und Canceled. Approved wird als alter Name für Compliance Approved auch angenommen.',
  approverMissing: ({ status }) => missingApproverTexts[status],
  endBeforeStart: () => 'Enddatum liegt vor dem Startdatum',
  errorText: ({ error }) => `Die Zelle enthält den Fehler ${error}`,
  changedId: ({ text, change }) => `Die Zelle enthält ${quoted(text)}, ${changeWords[change]}`,
  numberNoDate: ({ number }) => `Die Zelle enthält die Zahl ${number} statt eines Datums`,
  numberRounded: () =>
    'Die Zelle enthält eine Zahl mit mehr als 15 Ziffern, und Excel rundet solche Zahlen',
  linkWithoutId: ({ text }) => `${quoted(text)} ist ein Link ohne Bewertungs-ID`,
  yearOfTwoDigits: ({ text }) => `${quoted(text)} enthält das Jahr nur mit zwei Ziffern`,
  unreadableDate: ({ text }) => `${quoted(text)} ist kein lesbares Datum`,
  ambiguousDate: ({ text }) => `${quoted(text)} kann zwei verschiedene Tage bedeuten`,
  noSuchDay: ({ text }) => `den Tag ${quoted(text)} gibt es nicht`,
  noSuchTime: ({ text }) => `${quoted(text)} enthält eine Uhrzeit, die es nicht gibt`,
  yearTooEarly: ({ text, earliest }) => `${quoted(text)} liegt vor dem Jahr ${earliest}`,
  unknownCountry: ({ text, suggestion }) =>
    `${quoted(text)} ist kein bekannter englischer Ländername${suggestion === undefined ? '' : `; ist ${quoted(suggestion)} gemeint?`}`,
  separateAccents: ({ text }) =>
    `${quoted(text)} enthält Akzente als eigene Zeichen; verwenden Sie die vorgeschlagene Schreibweise`,

  useOneOf: ({ values }) => `Verwenden Sie ${joinChoices(values, 'oder')}.`,
  useRoleType: () =>
    'Verwenden Sie einen Wert aus der Liste des Dienstes für die Art der Tätigkeit, zum Beispiel Other.',
  useHiringUrgency: () =>
    'Verwenden Sie einen Wert aus der Liste des Dienstes für die Dringlichkeit, zum Beispiel 1-3 months.',
  useEnglishName: () => 'Verwenden Sie den englischen Ländernamen.',
  useWholeNumber: () => 'Verwenden Sie eine ganze Zahl.',
  countPastTrips: () => 'Verwenden Sie eine ganze Zahl; 0, wenn es keine früheren Reisen gab.',
  countHires: () =>
    'Verwenden Sie eine ganze Zahl: die Einstellungen, die in den nächsten zwei Jahren erwartet werden.',
  useDateTime: () => 'Verwenden Sie ein Datum wie 2026-11-03 oder 2026-11-03T00:00:00.000Z.',
  useText: () => 'Verwenden Sie Text.',
  useEmailAddress: () => 'Verwenden Sie genau eine vollständige E-Mail-Adresse.',
  useAssessmentId: () =>
    'Verwenden Sie die Bewertungs-ID, die der Dienst beim Anlegen der Bewertung vergeben hat.',
  useReportLink: () =>
    'Verwenden Sie den Link des Berichts, der mit /redirect/ und der ID endet, oder nur die ID.',
  fillInFirstName: () => 'Tragen Sie den Vornamen ein.',
  fillInLastName: () => 'Tragen Sie den Nachnamen ein.',
  keepIdAsText: () => 'Verwenden Sie die ID als Text, mit führenden Nullen.',
  typeIdAsText: () => 'Geben Sie die ID so ein, wie sie sein soll.',
  writeClearDate: () =>
    'Schreiben Sie das Datum wie 2026-11-30 oder mit englischem Monatsnamen wie 30 November 2026.',
  writeWholeYear: () =>
    'Schreiben Sie das Datum wie 2026-11-30: Vielleicht hat ein Programm ein Jahr mit zwei Ziffern oder eine Zahl als dieses Datum gelesen.',
  correctTime: () => 'Lassen Sie die Uhrzeit weg, oder schreiben Sie eine von 00:00 bis 23:59.',
  correctOneDate: () => 'Korrigieren Sie eine der beiden Datumsangaben.',
  correctErrorText: () => 'Korrigieren Sie die Formel, oder geben Sie einen Wert ein.',
  nameApprover: () => 'Geben Sie die Person an, die entscheidet.',
  removeInput: () => 'Entfernen Sie sie.',
};
