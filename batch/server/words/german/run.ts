import type { PlanMessages, RunMessages } from '../../../engine/run/runMessages.js';
import type { SheetCommand } from '../../../engine/sheetCommand.js';
import { sentence, value, ValuedSentence } from '../../../wording/sentence.js';
import type { Wordings } from '../../../wording/wordings.js';
import { editFile, restoreBackup, startRun, wrongId } from './advice.js';
import { toGermanLabel } from './labels.js';
import { choose, countRows, firstRows, formatNumber, listParts, theRows } from './phrases.js';
import { reasonText } from './reasons.js';

export const planWording: Wordings<PlanMessages> = {
  nothingSent: () => 'Es wurde nichts gesendet.',
  rowsCopied: ({ rows }) =>
    choose(
      rows.length,
      `${firstRows(rows)} wurde aus einer anderen Zeile kopiert und ist neu. Wenn sie die ursprüngliche Zeile korrigieren soll, löschen Sie die ursprüngliche, statt die neue zu senden.`,
      `${countRows(rows.length)} wurden aus anderen kopiert und sind neu: ${firstRows(rows)}. Wenn eine davon die ursprüngliche Zeile korrigieren soll, löschen Sie die ursprüngliche, statt die neue zu senden.`,
    ),
  employeesAssessedBefore: ({ rows }) =>
    choose(
      rows.length,
      `${firstRows(rows)} ist neu, und eine Bewertung derselben Person steht in keiner Zeile dieser Tabelle mehr. Wenn die Zeile jene Bewertung korrigieren soll, stellen Sie die alten Angaben wieder her, bevor Sie sie senden.`,
      `${theRows(rows)} sind neu, und eine Bewertung derselben Person steht in keiner Zeile dieser Tabelle mehr. Wenn eine Zeile jene Bewertung korrigieren soll, stellen Sie die alten Angaben wieder her, bevor Sie sie senden.`,
    ),
  rowsDoneInSheet: ({ count, status, isRepeatedInRounds }) => {
    const done = choose(
      count,
      `${countRows(count)} hat in dieser Datei schon den Status „${status}“ und wird nicht gesendet`,
      `${countRows(count)} haben in dieser Datei schon den Status „${status}“ und werden nicht gesendet`,
    );
    if (!isRepeatedInRounds) return `${done}.`;
    return choose(
      count,
      `${done}: Die „Row reference“ der Zeile passt zu ihren Angaben.`,
      `${done}: Die „Row reference“ jeder Zeile passt zu ihren Angaben.`,
    );
  },
  tooManyNew: ({ rows, most }) =>
    `${countRows(rows)} ${choose(rows, 'würde', 'würden')} zum ersten Mal bewertet, erlaubt ${choose(most, 'ist', 'sind')} höchstens ${formatNumber(most)}. Es wurde nichts gesendet. Wenn die Tabelle richtig ist, erlauben Sie mehr, oder starten Sie ohne Grenze.`,
  ownColumnsStay: ({ columns }) => {
    const which = listParts(columns.map(({ column }) => column));
    const headings = listParts(columns.map(({ ours }) => `„${ours}“`));
    return choose(
      columns.length,
      `Spalte ${which} gehört Ihnen und wird nicht geändert; unsere Spalte hat die Überschrift ${headings}.`,
      `Die Spalten ${which} gehören Ihnen und werden nicht geändert; unsere Spalten haben die Überschriften ${headings}.`,
    );
  },
  rowsNotInSheet({ rows: [first, last], of: [from, to] }) {
    const isAmongRows = first > from && last < to;
    if (!isAmongRows) {
      return `Die Tabelle hat keine Angaben in ${first === last ? `Zeile ${first}` : `den Zeilen ${first} bis ${last}`}. Die Zeilen der Tabelle sind ${from} bis ${to}.`;
    }
    return first === last
      ? `Zeile ${first} wird nicht gelesen: Sie ist leer oder wird ignoriert.`
      : `Die Zeilen ${first} bis ${last} werden nicht gelesen: Sie sind leer oder werden ignoriert.`;
  },
  countryNotInSheet: ({ label, value: country, suggestion }) => {
    const noRow = sentence`Keine Zeile enthält „${value(country)}“ als „${toGermanLabel(label)}“.`;
    return suggestion === undefined
      ? sentence`${noRow} Prüfen Sie die Schreibweise.`
      : sentence`${noRow} Ist „${value(suggestion)}“ gemeint?`;
  },
  rowCannotBeResolved: ({ row }) =>
    `Zeile ${row} ist nicht mehr unbestätigt. Laden Sie die Seite neu, um ihren Status zu sehen.`,
};

const earlierRequests: Readonly<Record<SheetCommand, string>> = {
  assess: 'Eine frühere Bewertung',
  reassess: 'Eine frühere Bewertung',
  decide: 'Eine frühere Entscheidung',
  invite: 'Eine frühere Einladung',
  'remove-access': 'Eine frühere Anfrage zu dieser Person',
};

export const runWording: Wordings<RunMessages> = {
  rowsBlocked: ({ rows, operation }) =>
    choose(
      rows.length,
      `${countRows(rows.length)} ist blockiert (${firstRows(rows)}): ${earlierRequests[operation]} gehört vielleicht zu ihr. Die Meldung der Zeile nennt den nächsten Schritt.`,
      `${countRows(rows.length)} sind blockiert (${firstRows(rows)}): ${earlierRequests[operation]} gehört vielleicht zu ihnen. Die Meldungen der Zeilen nennen den nächsten Schritt.`,
    ),
  assessmentsWithoutRow: ({ count }) =>
    choose(
      count,
      `${formatNumber(count)} Bewertung wurde früher angelegt, und keine Zeile dieser Tabelle passt mehr zu ihr. Wenn Sie die Zeile korrigiert haben, für die sie angelegt wurde, würde diese Zeile ein zweites Mal bewertet: Machen Sie zuerst die Korrektur unter „Prüfen“ rückgängig, und ${startRun}. Korrigieren Sie die Zeile dann noch einmal, und verwenden Sie für die neuen Angaben „Neu bewerten“ mit der Zeilennummer unter „Nur diese Zeilen“. Wenn die Zeile absichtlich gelöscht wurde, ist nichts zu tun.`,
      `${formatNumber(count)} Bewertungen wurden früher angelegt, und keine Zeile dieser Tabelle passt mehr zu ihnen. Wenn Sie die Zeilen korrigiert haben, für die sie angelegt wurden, würden diese Zeilen ein zweites Mal bewertet: Machen Sie zuerst die Korrektur unter „Prüfen“ rückgängig, und ${startRun}. Korrigieren Sie die Zeilen dann noch einmal, und verwenden Sie für die neuen Angaben „Neu bewerten“ mit den Zeilennummern unter „Nur diese Zeilen“. Wenn die Zeilen absichtlich gelöscht wurden, ist nichts zu tun.`,
    ),
  rowsNeverAssessed: ({ count, unfit }) =>
    [
      ...(count === 0
        ? []
        : [
            choose(
              count,
              `${countRows(count)} wurde noch nie bewertet und wird übersprungen. Mit „Bewerten“ wird sie bewertet.`,
              `${countRows(count)} wurden noch nie bewertet und werden übersprungen. Mit „Bewerten“ werden sie bewertet.`,
            ),
          ]),
      ...(unfit === 0
        ? []
        : [
            choose(
              unfit,
              `${countRows(unfit)}, die noch nie bewertet wurde, hat Probleme oder ist doppelt und wird übersprungen.`,
              `${countRows(unfit)}, die noch nie bewertet wurden, haben Probleme oder sind doppelt und werden übersprungen.`,
            ),
          ]),
    ].join(' '),
  identicalInRound: ({ rows }) =>
    `${theRows(rows)} sind gleich, und jede wird neu bewertet. Wenn sie dieselbe Reise oder Einstellung sind, starten Sie nicht: ${editFile('Löschen Sie alle bis auf eine')}.`,
  decidedEarlier: ({ rows }) =>
    choose(
      rows.length,
      `${firstRows(rows)} hat eine Entscheidung zu einer anderen Bewertung, und noch keine zu ihrer neuesten. Sehen Sie sich die neuen Ergebnisse an, und entscheiden Sie erneut.`,
      `${theRows(rows)} haben Entscheidungen zu anderen Bewertungen, und noch keine zu ihren neuesten. Sehen Sie sich die neuen Ergebnisse an, und entscheiden Sie erneut.`,
    ),
  resultsNotRead: ({ operation, rows, reason, hasNoResult }) => {
    const what = choose(
      rows.length,
      `Das Ergebnis der ${firstRows(rows)} konnte nicht gelesen werden`,
      `Die Ergebnisse der ${firstRows(rows)} konnten nicht gelesen werden`,
    );
    const why = reasonText(reason);
    const first = choose(rows.length, ':', `. Zeile ${rows[0] ?? ''}:`);
    const fetchAgain = [
      adviseToFetchAgain(operation, rows.length),
      ...(hasNoResult ? [wrongId] : []),
    ];
    // A further attempt would get the same wrong answer.
    const nextSteps = reason.code === 'requestFailed' ? fetchAgain : [];
    // A text from the service may quote the request.
    return new ValuedSentence(
      [`${what}${first} ${why}`, ...nextSteps].join(' '),
      [`${what}; die Meldung der Zeile nennt den Grund.`, ...nextSteps].join(' '),
    );
  },
  unconfirmedRowsMissing: ({ count, hasOtherSheets }) => {
    const elsewhere = hasOtherSheets
      ? choose(
          count,
          ' oder steht in einem anderen Tabellenblatt',
          ' oder stehen in einem anderen Tabellenblatt',
        )
      : '';
    return choose(
      count,
      `${formatNumber(count)} unbestätigte Zeile wurde entfernt oder bearbeitet${elsewhere}. Beantworten Sie oben unter „Ergebnisse“ die Frage zu ihr.`,
      `${formatNumber(count)} unbestätigte Zeilen wurden entfernt oder bearbeitet${elsewhere}. Beantworten Sie oben unter „Ergebnisse“ die Frage zu jeder Zeile.`,
    );
  },
  journalOlderThanSheet: ({ rows }) => [
    choose(
      rows.length,
      `Die Aufzeichnungen dieses Servers sind älter als die Tabelle: ${firstRows(rows)} enthält ein Ergebnis, das darin fehlt. Vielleicht wurde der Datenordner aus einer Sicherung wiederhergestellt, und Zeilen könnten doppelt gesendet werden.`,
      `Die Aufzeichnungen dieses Servers sind älter als die Tabelle: ${theRows(rows)} enthalten Ergebnisse, die darin fehlen. Vielleicht wurde der Datenordner aus einer Sicherung wiederhergestellt, und Zeilen könnten doppelt gesendet werden.`,
    ),
    restoreBackup,
  ],
  rowsInUse: ({ rows, sheet }) =>
    choose(
      rows.length,
      `${firstRows(rows)} steht auch in ${sheet}. Ein anderer Durchlauf sendet diese Tabelle gerade oder hat sie eben gesendet. Warten Sie, bis er beendet ist.`,
      `${theRows(rows)} stehen auch in ${sheet}. Ein anderer Durchlauf sendet diese Tabelle gerade oder hat sie eben gesendet. Warten Sie, bis er beendet ist.`,
    ),
  rowsSentElsewhere: ({ rows, sheet }) =>
    choose(
      rows.length,
      `${firstRows(rows)} wurde schon aus ${sheet} gesendet und wird nicht erneut gesendet.`,
      `${theRows(rows)} wurden schon aus ${sheet} gesendet und werden nicht erneut gesendet.`,
    ),
  otherJournalKnowsRows: ({ journals }) =>
    `Zeilen dieser Tabelle sind in anderen Aufzeichnungen als gesendet vermerkt: ${journals.map(({ rows }) => firstRows([...rows])).join(', ')}. Ohne diese Aufzeichnungen würden sie erneut gesendet. ${restoreBackup}`,
};

function adviseToFetchAgain(operation: SheetCommand, rows: number): string {
  if (operation !== 'reassess') return `Um es erneut zu versuchen, ${startRun}.`;
  const numbers = choose(rows, 'der Nummer dieser Zeile', 'den Nummern dieser Zeilen');
  return `Um es erneut zu versuchen, verwenden Sie „Neu bewerten“ mit ${numbers} unter „Nur diese Zeilen“.`;
}
