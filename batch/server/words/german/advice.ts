// Advice in German that several messages share.

/** Where to settle a row without an answer, as a part of a sentence. */
export const answerWhetherItExists =
  'öffnen Sie „Zu klären“ unter „Ergebnisse“, und geben Sie an, ob es die Bewertung gibt';

/** How to send only this row in a round, as a part of a sentence. Without row numbers, it would send other rows, too. */
export const reassessThisRow =
  'verwenden Sie „Neu bewerten“ mit der Nummer dieser Zeile unter „Nur diese Zeilen“';

/**
 * Which file to edit. The original file does not contain the corrections under Check, so rows that were sent with a
 * correction would be sent again.
 */
export const inDownload =
  'in der Datei aus „Tabelle mit Risikowerten herunterladen“ unter „Ergebnisse“';

/**
 * How to edit the file and continue, as a part of a sentence. `edit` is an instruction, such as "leeren Sie die Zelle";
 * `end` is the separated part of its verb, with a space before it.
 */
export function editFile(edit: string, end = ''): string {
  return `${edit} ${inDownload}${end}, und laden Sie diese Datei hoch`;
}

/** How to start a run, as a part of a sentence. Its button depends on the rows. */
export const startRun = 'starten Sie unter „Bewerten“ einen Durchlauf';

/** The remedy for an Assessment ID that may be wrong. */
export const wrongId =
  'Wenn die Bewertungs-ID falsch ist, öffnen Sie die Zeile unter „Ergebnisse“, und geben Sie die richtige ein oder geben Sie an, dass es keine gibt.';

/** The remedy for the operator when the record of what was sent is not complete. */
export const restoreBackup =
  'Bitten Sie die Person, die diesen Server betreibt, die neueste Sicherung des Datenordners einzuspielen. Was danach gesendet wurde, ist darin nicht enthalten: Sehen Sie im Dienst nach, bevor irgendetwas erneut gestartet wird.';

/** The advice to ask the operator of the server, before an infinitive. */
export const askOperator = 'Bitten Sie die Person, die diesen Server betreibt,';
