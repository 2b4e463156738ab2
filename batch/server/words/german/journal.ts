import type { FileFault } from '../../../engine/files/fileMessages.js';
import type { JournalMessages } from '../../../engine/journal/journalMessages.js';
import type { RowState } from '../../../engine/journal/rowState.js';
import type { Wordings } from '../../../wording/wordings.js';
import { capitalize } from '../../../wording/words.js';
import { askOperator, editFile, inDownload, restoreBackup } from './advice.js';
import { nameRow } from './phrases.js';
import { nameService } from './service.js';
import { careForDisk, diskFault } from './sheets.js';

/** Users of the page do not know the term journal. */
const records = 'Die Aufzeichnungen dieses Servers über gesendete Zeilen';

const recordLost = `${records} sind verloren gegangen oder beschädigt, deshalb wurde nichts mehr gesendet. ${restoreBackup}`;

const thenStartAgain = 'Starten Sie danach erneut.';

/** These words follow "Die Zeile ist nicht mehr unbestätigt". */
const stateWords: Readonly<Record<RowState['state'], string>> = {
  Ready: ': Der nächste Durchlauf sendet sie',
  Sent: ': Ein Durchlauf sendet sie gerade',
  Unconfirmed: '',
  Pending: ': Das Ergebnis steht noch aus',
  Scored: ': Sie ist bewertet',
  Done: ': Sie ist erledigt',
  Rejected: ': Sie wurde zurückgewiesen',
  Forgotten: ': Die Daten ihrer Person wurden gelöscht',
};

export const journalWording: Wordings<JournalMessages> = {
  namedJournalIsNew: () => recordLost,
  sheetHasOtherJournal: () => recordLost,
  journalOfOtherService: ({ itsService, service }) =>
    `Diese Tabelle wurde mit einem anderen Dienst verwendet (${nameService(itsService)}); dieser Server nutzt jetzt einen anderen (${nameService(service)}). Es wurde nichts gesendet. Wenn es derselbe Dienst unter einer anderen URL ist, bitten Sie die Person, die diesen Server betreibt, das beim nächsten Start zu bestätigen. Wenn es ein anderer ist, braucht er einen eigenen Datenordner.`,
  backupWithoutJournal: () => recordLost,
  roundWithoutJournal: ({ round }) =>
    `Die Datei enthält Bewertungen, zu denen auf diesem Server nichts vermerkt ist. Deshalb ist unbekannt, welche Zeilen in ${round === undefined ? 'dieser Runde' : `Runde ${round}`} schon gesendet wurden. Es wurde nichts gesendet. Wenn noch keine gesendet wurde, wählen Sie „Eine neue beginnen“ unter „Runde“.`,
  sheetHasNamedJournal: () => recordLost,
  journalNotNoted: () => recordLost,
  journalUnreadable: ({ fault }) =>
    `${records} können nicht gelesen werden: ${capitalize(diskFault(fault))}. ${adviseOn(fault)}`,
  journalNotWritable: ({ fault }) =>
    `${records} können nicht geschrieben werden: ${capitalize(diskFault(fault))}. Es wurde nichts gesendet. ${adviseOn(fault)}`,
  journalWriteFailed: ({ fault }) =>
    `${records} können nicht geschrieben werden: ${capitalize(diskFault(fault))}. Es wurde nichts mehr gesendet. ${askOperator} Speicherplatz freizugeben oder den Speicher zu prüfen. ${thenStartAgain}`,
  journalChanged: () =>
    'Ein anderer Durchlauf hat diese Tabelle inzwischen verwendet, deshalb wurde nichts mehr gesendet. Starten Sie erneut.',
  journalLost: () => recordLost,
  journalLostForGood: () => recordLost,
  lockLost: () =>
    'Ein anderer Durchlauf hat diese Tabelle übernommen, deshalb wurde nichts mehr gesendet. Starten Sie erneut, wenn er beendet ist.',
  journalIsNoFile: () => recordLost,
  journalLinkIsBroken: () => recordLost,
  journalLineDamaged: () => recordLost,
  journalOfNewerVersion: () =>
    `${records} wurden von einer neueren Version geschrieben. Es wurde nichts gesendet. ${askOperator} den Server zu aktualisieren.`,
  lockHeld: () => 'Ein anderer Durchlauf verwendet diese Tabelle. Warten Sie, bis er beendet ist.',
  staleLockStays: ({ fault }) =>
    `Ein früherer Durchlauf hat eine Sperre hinterlassen, die nicht übernommen werden kann (${diskFault(fault)}). ${askOperator} den Datenordner zu prüfen.`,
  lockNotWritable: ({ fault }) =>
    `Die Tabelle kann nicht gesperrt werden: ${capitalize(diskFault(fault))}. ${adviseOn(fault)}`,
  sheetHasSecondName: () =>
    `Die hochgeladene Datei hat im Datenordner einen zweiten Namen. Es wurde nichts gesendet. ${askOperator} diesen zu löschen.`,
  rowNotUnconfirmed: ({ state }) =>
    `Die Zeile ist nicht mehr unbestätigt${state === undefined ? '' : stateWords[state]}. Sie brauchen nichts anzugeben.`,
  answerTooLate: () =>
    'Diese Zeile hat sich geändert, seit Sie sie gesehen haben. Ihre Antwort wurde nicht gespeichert. Sehen Sie sich die Zeile noch einmal an.',
  answerTooEarly: ({ waitSeconds, isInFuture }) => {
    const clock = isInFuture
      ? ` ${askOperator} die Uhr des Servers zu stellen: Sie zeigt eine Zeit an, die vor dem Senden der Anfrage liegt.`
      : '';
    return `Diese Anfrage kann noch beim Dienst ankommen. Es wurde nichts geändert.${clock} Warten Sie ${waitSeconds} s, sehen Sie noch einmal im Dienst nach, und antworten Sie dann.`;
  },
  answerIsEmployeeId: ({ answer }) =>
    `${answer} ist die Personalnummer einer Zeile in dieser Tabelle. Geben Sie die ID ein, die der Dienst anzeigt.`,
  answerIsNoId: ({ answer }) =>
    `„${answer}“ ist keine ID des Dienstes. Kopieren Sie die ID von dort. Wenn es keine gibt, geben Sie das an.`,
  rowShowsForgottenId: ({ row, heading }) =>
    `In Zeile ${row} der Datei steht unter „${heading}“ noch der Wert aus der Zeit, bevor die Daten der Person gelöscht wurden. Deshalb würde die Zeile nicht gesendet. ${editFile('Leeren Sie diese Zelle')}.`,
  assessmentIdMissing: () => 'Das ist keine Bewertungs-ID. Kopieren Sie sie aus dem Dienst.',
  idOfEarlierAssessment: ({ assessmentId }) =>
    `Die Bewertungs-ID ${assessmentId} gehört zur früheren Bewertung der Zeile. Die neue hat eine andere ID: Kopieren Sie diese aus dem Dienst. Wenn es keine gibt, geben Sie das an.`,
  rowIsNotNew: ({ row }) =>
    `Zeile ${row} wird nicht mehr als möglicherweise neue Zeile zurückgehalten.`,
  rowSentMeanwhile: ({ row }) => `Zeile ${row} wurde inzwischen gesendet.`,
  rowHasNoAssessment: ({ row }) => `Zeile ${row} hat keine Bewertung mehr.`,
  assessmentOnlyShown: ({ row, assessmentId }) =>
    `In Zeile ${row} steht nur die Bewertung ${assessmentId}, die zu einer anderen Zeile oder Person gehört. ${editFile(`Leeren Sie die Ergebniszellen der Zeile ${row}`)}.`,
  assessmentOnlyInSheet: ({ row, assessmentId }) =>
    `Die Bewertung ${assessmentId} der Zeile ${row} steht nur in der Datei; auf diesem Server ist dazu nichts vermerkt. Um sie zu korrigieren, tragen Sie ${inDownload} die richtige „Assessment ID“ in die Zeile ein, leeren Sie ihre Risikowerte, und laden Sie diese Datei hoch.`,
  idOfOtherRow: ({ id, row, owner, isEarlier }) => {
    const checkService = `Die ID ${id} gehört schon zu ${nameRow(owner)} und kann nicht auch zu ${nameRow(row)} gehören. Sehen Sie im Dienst nach, zu welcher von beiden sie gehört.`;
    if (owner === undefined || isEarlier) return checkService;
    return `${checkService} Wenn sie nicht zu Zeile ${owner} gehört, öffnen Sie Zeile ${owner} unter „Ergebnisse“, und wählen Sie „Diese Bewertung gehört nicht zur Zeile …“.`;
  },
};

function adviseOn({ code }: FileFault): string {
  return `${askOperator} ${careForDisk(code)}. ${thenStartAgain}`;
}
