export const answerWhetherItExists =
  'öffnen Sie „Zu klären“ unter „Ergebnisse“, und geben Sie an, ob es die Bewertung gibt';

/** Without this number, a round would also send other rows. */
export const reassessThisRow =
  'verwenden Sie „Neu bewerten“ mit der Nummer dieser Zeile unter „Nur diese Zeilen“';

/** The original file lacks the results, so a row that was sent with a correction would be sent again. */
export const inDownload =
  'in der Datei aus „Tabelle mit Risikowerten herunterladen“ unter „Ergebnisse“';

/** `edit` is an instruction, such as "leeren Sie die Zelle". `end` is a space and the separable prefix of the verb. */
export function editFile(edit: string, end = ''): string {
  return `${edit} ${inDownload}${end}, und laden Sie diese Datei hoch`;
}

/** Does not name the button, because its text depends on the rows. */
export const startRun = 'starten Sie unter „Bewerten“ einen Durchlauf';

export const wrongId =
  'Wenn die Bewertungs-ID falsch ist, öffnen Sie die Zeile unter „Ergebnisse“, und geben Sie die richtige ein oder geben Sie an, dass es keine gibt.';

export const askOperator = 'Bitten Sie die Person, die diesen Server betreibt,';

export const restoreBackup = `${askOperator} die neueste Sicherung des Datenordners einzuspielen. Was danach gesendet wurde, ist darin nicht enthalten: Sehen Sie im Dienst nach, bevor irgendetwas erneut gestartet wird.`;
