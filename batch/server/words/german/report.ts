import type { UnfinishedStatus } from '../../../engine/report/summary.js';
import type { ReportAdvice } from '../../../report/advice.js';
import { createFormats, type ReportWords } from '../../../report/words.js';
import { choose, countRows, formatNumber, listRows } from './phrases.js';
import { nameService } from './service.js';

const formats = createFormats('de');
const { formatScore, formatTime } = formats;

const countBands: ReportWords['countBands'] = ({ higher, middle, lower }) =>
  `Obere Stufe: ${formatNumber(higher)}, mittlere: ${formatNumber(middle)}, untere: ${formatNumber(lower)}`;

export const reportWords: ReportWords = {
  ...formats,
  language: 'de',
  countRows,
  row: (row) => `Zeile ${row}`,
  listRows,
  risks: {
    overallTrip: 'Gesamtrisiko',
    workingRights: 'Arbeits\u00ADerlaubnis',
    payrollTax: 'Lohnsteuer',
    socialSecurity: 'Sozial\u00ADversicherung',
    corporateTax: 'Körperschaft\u00ADsteuer',
    employmentLaw: 'Arbeitsrecht',
    contractorMisclass: 'Scheinselbst\u00ADständigkeit',
  },
  bands: { higher: 'Obere Stufe', middle: 'Mittlere Stufe', lower: 'Untere Stufe' },
  bandLimits: ({ from, to }) => `${formatNumber(from)} bis ${formatNumber(to)}`,
  countBands,
  countChanges: ({ risen, fallen, same }) =>
    `Gestiegen: ${formatNumber(risen)}, gesunken: ${formatNumber(fallen)}, unverändert: ${formatNumber(same)}`,
  unknownDestination: 'Unbekannt',
  otherDestinations: (destinations) => `${formatNumber(destinations)} weitere`,
  showTable: 'Als Tabelle anzeigen',
  columns: {
    before: 'Vorher',
    change: 'Änderung',
    destination: 'Zielland',
    highestRisk: 'Höchstes Risiko',
    now: 'Jetzt',
    overall: 'Gesamt',
    overallRisk: 'Gesamtrisiko',
    person: 'Person',
    report: 'Bericht',
    rows: 'Zeilen',
    share: 'Anteil',
  },
  header: {
    topic: 'Risiken der Arbeit im Ausland',
    title: (file) => `Risiken der Arbeit im Ausland: ${file}`,
    sandbox: 'Sandbox: Alle Risikowerte sind erfunden.',
    sandboxHint:
      'Sie stammen von einer Sandbox auf einem einzelnen Computer und sagen nichts über wirkliche Personen, Orte oder Risiken aus.',
    headline({ rows, scored, higher }) {
      if (rows === 0) return 'Diese Tabelle hat keine Zeilen mit Angaben';
      if (scored === 0) {
        return choose(
          rows,
          'Die Zeile hat noch keine Risikowerte',
          `Keine der ${countRows(rows)} hat schon Risikowerte`,
        );
      }
      if (scored === 1) {
        return higher === 0
          ? 'Die einzige bewertete Zeile liegt nicht in der oberen Stufe'
          : 'Die einzige bewertete Zeile liegt in der oberen Stufe';
      }
      const all = formatNumber(scored);
      if (higher === 0) return `Keine der ${all} bewerteten Zeilen liegt in der oberen Stufe`;
      return choose(
        higher,
        `1 von ${all} bewerteten Zeilen liegt in der oberen Stufe`,
        `${formatNumber(higher)} von ${all} bewerteten Zeilen liegen in der oberen Stufe`,
      );
    },
    source: ({ file, sheet, generatedAt }) =>
      `${file}, Tabellenblatt „${sheet}“, ${formatTime(generatedAt)}`,
    round: ({ number, name, startedAt }) =>
      name === undefined
        ? `Runde ${formatNumber(number)}, begonnen am ${formatTime(startedAt)}`
        : `Runde ${formatNumber(number)} (${name}), begonnen am ${formatTime(startedAt)}`,
    service: (name) => `Dienst: ${nameService(name)}`,
    rows: (rows) => choose(rows, 'Zeile', 'Zeilen'),
    scored: 'mit Risikowerten',
    unfinished: 'nicht abgeschlossen',
    mean: 'mittleres Gesamtrisiko',
    risen: 'höher als beim letzten Mal',
  },
  nothingScored: { topic: 'Was zu tun ist', title: 'Bewerten Sie zuerst die Tabelle' },
  howRisky: {
    topic: 'Wie hoch die Risiken sind',
    lead: 'Der Dienst legt nicht fest, was ein hoher Risikowert ist. Dieser Bericht teilt die Zeilen in drei eigene Stufen ein.',
    chart: (rows) => `Anzahl der Zeilen nach Gesamtrisiko. ${countBands(rows)}`,
    chartCaption:
      'Zeilen nach Gesamtrisiko. Der Balken bei 4 zählt die Risikowerte von 4 bis 4,9, und so weiter.',
    tableCaption: 'Zeilen nach Gesamtrisiko',
    percent: (percent) => `${percent}\u00A0%`,
    belowPercent: (percent) => `unter ${percent}\u00A0%`,
    abovePercent: (percent) => `über ${percent}\u00A0%`,
    levels(levels, more) {
      const listed = levels.map(([level, rows]) => `${level} (${countRows(rows)})`).join(', ');
      const intro =
        'Kumulierte Risikostufe „Betriebsstätte“ der Dienstreisen, in den Worten des Dienstes:';
      if (more === 0) return `${intro} ${listed}.`;
      return `${intro} ${listed} und ${formatNumber(more)} weitere ${choose(more, 'Stufe', 'Stufen')}.`;
    },
  },
  where: {
    topic: 'Wo',
    oneDestination: (name) => `Alle Zeilen haben dasselbe Zielland: ${name}`,
    highest: ({ name, mean, rows }) =>
      `${name} hat das höchste mittlere Gesamtrisiko: ${formatScore(mean)} bei ${countRows(rows)}`,
    highestOfBusiest: ({ name, mean, rows, compared }) =>
      `${name} hat das höchste mittlere Gesamtrisiko der ${compared} häufigsten Zielländer: ${formatScore(mean)} bei ${countRows(rows)}`,
    lead: 'Die große Zahl ist der Mittelwert der Zeilen; ihre Farbe reicht von Grün für 0 bis Rot für 10. Die kleine Zahl darunter ist der höchste einzelne Risikowert.',
    others: (listed, others) =>
      `Die ${listed} häufigsten Zielländer haben je eine Reihe; die letzte Reihe fasst die ${formatNumber(others)} anderen zusammen.`,
    chart: 'Mittlerer und höchster Risikowert nach Zielland und Art des Risikos',
    worst: (score) => `max. ${formatScore(score)}`,
    table: 'Risikowerte nach Zielland',
    tableCaption:
      'Mittlerer Risikowert nach Zielland und Art des Risikos, in Klammern der höchste Wert',
    noScore: 'keiner',
  },
  first: {
    topic: 'Was Sie zuerst ansehen sollten',
    allRows: 'Alle bewerteten Zeilen, das höchste Gesamtrisiko zuerst',
    firstRows: (rows) => `Die ${rows} Zeilen mit dem höchsten Gesamtrisiko`,
    more: (rows) =>
      choose(
        rows,
        'Die Tabelle hat 1 weitere bewertete Zeile.',
        `Die Tabelle hat ${formatNumber(rows)} weitere bewertete Zeilen.`,
      ),
    trip: (purpose, destination) => `${purpose}, ${destination}`,
    report: 'Bericht',
    reportOnRow: (row) => `Bericht zu Zeile ${row}`,
    noLink: 'kein Link',
  },
  changes: {
    topic: 'Was sich geändert hat',
    none: 'Noch nichts zu vergleichen',
    noneHint: 'Eine Zeile lässt sich vergleichen, sobald sie erneut bewertet wurde.',
    compared({ rows, bandUp, round }) {
      const inRound = round === undefined ? '' : ` in Runde ${formatNumber(round)}`;
      return choose(
        rows,
        `1 Zeile wurde${inRound} neu bewertet; in eine höhere Stufe gestiegen: ${formatNumber(bandUp)}.`,
        `${countRows(rows)} wurden${inRound} neu bewertet; in eine höhere Stufe gestiegen: ${formatNumber(bandUp)}.`,
      );
    },
    notCompared: (rows) =>
      choose(
        rows,
        '1 andere Zeile lässt sich noch nicht vergleichen.',
        `${formatNumber(rows)} andere Zeilen lassen sich noch nicht vergleichen.`,
      ),
    omitted({ risen, fallen }) {
      if (fallen === 0) return `Nicht aufgeführt: ${formatNumber(risen)} weitere gestiegene.`;
      if (risen === 0) return `Nicht aufgeführt: ${formatNumber(fallen)} weitere gesunkene.`;
      return `Nicht aufgeführt: ${formatNumber(risen)} weitere gestiegene und ${formatNumber(fallen)} weitere gesunkene.`;
    },
  },
  unfinished: {
    topic: 'Was noch offen ist',
    none: 'Nichts: Alle Zeilen sind bewertet',
    title: (rows) =>
      choose(
        rows,
        '1 Zeile ist nicht abgeschlossen',
        `${formatNumber(rows)} Zeilen sind nicht abgeschlossen`,
      ),
    withScores: (rows) =>
      choose(
        rows,
        '1 davon zeigt noch die Risikowerte einer früheren Bewertung.',
        `${formatNumber(rows)} davon zeigen noch die Risikowerte einer früheren Bewertung.`,
      ),
    status: (status, rows) => `${nameStatus(status, rows)}: ${countRows(rows)}`,
    example: (message) => `Zum Beispiel: ${message}`,
    otherReasons: (rows, reasons, where) =>
      choose(
        reasons,
        `${countRows(rows)} aus 1 anderen Grund: ${where}.`,
        `${countRows(rows)} aus ${formatNumber(reasons)} anderen Gründen: ${where}.`,
      ),
  },
  howToRead:
    'Der Dienst bewertet jedes Risiko von 0 bis 10; eine höhere Zahl bedeutet ein höheres Risiko. Die Risikowerte werden auf eine Nachkommastelle gerundet, bevor sie verglichen und in Stufen eingeteilt werden. Mittelwerte enthalten nur Zeilen, die den Risikowert haben.',
};

export const reportAdvice: ReportAdvice = {
  remedies: {
    Unconfirmed:
      'Gesendet, aber ohne brauchbare Antwort. Sehen Sie im Dienst nach, ob es die Bewertungen gibt, und geben Sie es auf der Seite unter „Zu klären“ an; bis dahin wird nichts erneut gesendet.',
    Rejected:
      'Vom Dienst zurückgewiesen. Korrigieren Sie die Angaben unter „Prüfen“, und starten Sie dann unter „Bewerten“ einen Durchlauf.',
    Invalid:
      'Etwas fehlt oder ist falsch, oder die Angaben haben sich seit der Bewertung geändert. Folgen Sie der Meldung jeder Zeile.',
    Duplicate: 'Nicht gesendet, weil eine andere Zeile identisch ist.',
    Forgotten: 'Die Daten der Person wurden gelöscht, und die Zeilen werden nicht erneut gesendet.',
    Pending:
      'Das Ergebnis liegt noch nicht vor. Starten Sie später unter „Bewerten“ einen Durchlauf; nichts wird doppelt gesendet.',
    'Not sent': 'Starten Sie unter „Bewerten“ einen Durchlauf, um die Zeilen zu senden.',
  },
  otherReasons: 'Die Seite führt sie auf',
  assessAgain:
    'Auf der Seite kann eine Tabelle sofort oder regelmäßig neu bewertet werden, zum Beispiel jedes Quartal.',
  howToScore: (rows) =>
    rows === 0
      ? 'Die Tabelle hat keine Zeilen mit Angaben. Laden Sie eine Tabelle hoch, die für jede Reise oder Einstellung eine Zeile hat.'
      : 'Der Bericht braucht mindestens einen Risikowert. Starten Sie unter „Bewerten“ einen Durchlauf, und laden Sie danach den Bericht noch einmal herunter.',
};

function nameStatus(status: UnfinishedStatus, rows: number): string {
  switch (status) {
    case 'Unconfirmed':
      return 'Unbestätigt';
    case 'Rejected':
      return 'Zurückgewiesen';
    case 'Invalid':
      return 'Mit Problemen';
    case 'Duplicate':
      return 'Doppelt';
    case 'Forgotten':
      return 'Daten gelöscht';
    case 'Pending':
      return choose(rows, 'Wartet auf den Risikowert', 'Warten auf den Risikowert');
    case 'Not sent':
      return 'Noch nicht gesendet';
  }
}
