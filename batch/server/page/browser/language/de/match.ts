import type { match as english } from '../en/match.js';
import type { Translation } from '../../../../contract/languages.js';

export const match: Translation<typeof english> = {
  loading: 'Die Spalten werden geladen …',
  updating: 'Wird aktualisiert …',
  finish: 'Zeilen prüfen',
  matchedSince:
    'Jemand hat die Spalten zugeordnet, seit Sie Ihren Entwurf begonnen haben. Ihr Entwurf wird hier weiterhin angezeigt. Klicken Sie noch einmal auf „Zeilen prüfen“, um ihn zu verwenden, oder verwerfen Sie ihn, um die jetzige Zuordnung zu sehen.',
  draft:
    'Ihre Auswahl ist ein Entwurf, den nur Sie in diesem Browser sehen. „Zeilen prüfen“ übernimmt ihn. Beim Abmelden wird er gelöscht.',
  dropDraft: 'Entwurf verwerfen',
  columns: 'Was enthalten die Spalten?',
  sheet: 'Ihre Tabelle',
  disabled: {
    viewer:
      'Bitten Sie ein Mitglied mit der Rolle „Bearbeiten“ oder „Administration“ um Änderungen.',
    deleted: 'Die Datei wurde gelöscht. Laden Sie sie erneut hoch, um sie zuzuordnen.',
    running:
      'Die Tabelle wird gerade bewertet. Beenden Sie den Durchlauf, um die Zuordnung der Spalten zu ändern.',
  },
  lead: {
    missing:
      '<strong>Noch nicht zugeordnet: {{fields}}.</strong> Wählen Sie eine Spalte oder einen Wert für alle Zeilen. Wenn die Überschriften in einer anderen Zeile oder in einem anderen Tabellenblatt stehen, wählen Sie zuerst diese.',
    guesses_one:
      '<strong>{{count, number}} Spalte ist nur vermutlich zugeordnet.</strong> Bitte prüfen Sie die Vermutung unten. „Zeilen prüfen“ bestätigt sie.',
    guesses_other:
      '<strong>{{count, number}} Spalten sind nur vermutlich zugeordnet.</strong> Bitte prüfen Sie die Vermutungen unten. „Zeilen prüfen“ bestätigt sie.',
    remembered:
      'Zugeordnet wie in einer früheren Tabelle mit denselben Überschriften. Sehen Sie kurz nach, und prüfen Sie dann die Zeilen.',
    headerRow:
      'Die Überschriften stehen in Zeile {{row}}. Sehen Sie kurz nach, und prüfen Sie dann die Zeilen.',
  },
  options: {
    worksheet: 'Tabellenblatt',
    hidden: '{{name}} (ausgeblendet)',
    headerRow: 'Überschriftenzeile',
    row: 'Zeile {{row}}',
    dateOrder: '03/04/2026 ist der',
    chooseOrder: 'bitte wählen',
    dayFirst: '3. April (Tag zuerst)',
    monthFirst: '4. März (Monat zuerst)',
    skipHidden: 'Ausgeblendete Zeilen überspringen ({{rows, number}})',
  },
  lists: {
    missing: 'Fehlt',
    guessed: 'Aus den Überschriften vermutet',
    needed: 'In jeder Zeile erforderlich',
    optional: 'In manchen Zeilen erforderlich oder optional',
    shown: 'Nur zur Anzeige',
  },
  confirmGuesses: 'Alle Vermutungen bestätigen',
  columnList: {
    hide: 'Ausblenden<unseen>: zugeordnete Spalten</unseen>',
    show: 'Anzeigen<unseen>: zugeordnete Spalten</unseen>',
    change: 'Ändern<unseen>: zugeordnete Spalten</unseen>',
  },
  summary: {
    matched_one: '{{count, number}} von {{inputs, number}} Angaben ist zugeordnet.',
    matched_other: '{{count, number}} von {{inputs, number}} Angaben sind zugeordnet.',
    oneValue: 'Ein Wert für alle Zeilen: {{fields}}.',
    value: '{{field}} ({{value}})',
    noColumn: 'Keine Spalte gewählt: {{fields}}.',
    needed: '{{field}} (erforderlich für {{purpose}})',
    shown: 'Wird neben der Personalnummer angezeigt, nie gesendet: {{fields}}.',
  },
  column: '{{letter}}, „{{heading}}“',
  oneValue: 'Ein Wert für alle Zeilen …',
  valueForAll: '{{field}} für alle Zeilen',
  noColumn: {
    needed: 'Spalte wählen',
    optional: 'Nicht in der Tabelle',
    shown: 'Nicht anzeigen',
  },
  guessedFrom: 'Aus „{{heading}}“ vermutet; bitte prüfen.',
  neededFor: 'Erforderlich für {{purpose}}: {{help}}',
  states: {
    missing: 'fehlt',
    guess: 'vermutet',
    matched: 'zugeordnet',
    oneValue: 'ein Wert',
    notUsed: 'nicht verwendet',
    shown: 'angezeigt',
    notShown: 'nicht angezeigt',
  },
  help: {
    employeeId: 'Die Personalnummer der Person in Ihrem Unternehmen, mit führenden Nullen.',
    purpose:
      'Work From Anywhere für eine Reise, Hire From Anywhere für eine Einstellung im Ausland.',
    seniority: 'Die Karrierestufe der Person.',
    roleType:
      'Ein Wert aus der Liste des Dienstes für die Art der Tätigkeit, zum Beispiel Other. Die Liste ist nicht veröffentlicht, deshalb ist jeder Text erlaubt.',
    citizenship: 'Die Staatsangehörigkeit der Person, als englischer Ländername.',
    destination: 'Das Land, in dem gearbeitet wird, als englischer Ländername.',
    residency: 'Das Land der Beschäftigung oder des Wohnsitzes, als englischer Ländername.',
    salesContracts: 'Ob die Person Verkaufsverträge verhandelt oder unterschreibt.',
    pastTripsDuration:
      'die Dauer früherer Reisen als ganze Zahl; 0, wenn es keine gab. Die Beschreibung des Dienstes nennt keine Einheit: Fragen Sie den Betreiber des Dienstes.',
    legalRight: 'Ob die Person im Zielland arbeiten darf.',
    benefitLocalMarket: 'Ob die Arbeit dem lokalen Markt im Zielland nützt.',
    numberHires: 'die Zahl der Einstellungen, die in den nächsten zwei Jahren erwartet werden.',
    urgency:
      'ein Wert aus der Liste des Dienstes für die Dringlichkeit, zum Beispiel 1-3 months. Die Liste ist nicht veröffentlicht, deshalb ist jeder Text erlaubt.',
    startDate: 'Der erste Tag der Reise oder der Anstellung, zum Beispiel 2026-11-03.',
    endDate:
      'Der letzte Tag der Reise oder der Anstellung, zum Beispiel 2026-11-20; nicht vor dem Startdatum.',
    workingDays: 'Die Arbeitstage während der Reise, als ganze Zahl.',
    complianceTeamMemberId: 'Die Personal-ID eines Mitglieds des Compliance-Teams.',
    managerId: 'Die Personal-ID der Führungskraft.',
    name: 'Der Name der Person oder ihr Nachname. Wird neben der Personalnummer angezeigt, nie gesendet.',
    firstName:
      'Erforderlich, wenn er nicht in der Spalte mit dem Namen steht. Wird vor dem Namen angezeigt, nie gesendet.',
    department: 'Wird neben der Personalnummer angezeigt, nie gesendet.',
  },
  preview: {
    label: 'Die ersten Zeilen der Tabelle',
    row: 'Zeile',
    guess: '{{field}} (vermutet)',
    results: 'Ergebnisse',
    notUsed: 'nicht verwendet',
    headings: '(Überschriften)',
  },
  values: {
    title: 'Nicht erkannte Werte',
    lead: 'Gesendet wird, was Sie hier angeben. Die Zellen in Ihrer Tabelle bleiben unverändert.',
    useAll_one: '{{count, number}} bekannte Schreibweise verwenden',
    useAll_other: 'Alle {{count, number}} bekannten Schreibweisen verwenden',
    allUsed_one: '{{count, number}} bekannte Schreibweise wird verwendet.',
    allUsed_other: '{{count, number}} bekannte Schreibweisen werden verwendet.',
    used_one: '{{to}} wird in {{count, number}} Zeile statt {{value}} verwendet.',
    used_other: '{{to}} wird in {{count, number}} Zeilen statt {{value}} verwendet.',
    use: 'Verwenden',
    useLabel: '{{button}}: {{to}} statt {{value}}',
    inRow: 'in Zeile {{row}}, {{field}}',
    inRows_one: 'in {{count, number}} Zeile, {{field}}',
    inRows_other: 'in {{count, number}} Zeilen, {{field}}',
    instead: '{{field}} statt {{value}}',
  },
};
