import { toSentence } from '../../../../src/toSentence.js';
import type { RequestMessage } from '../../../../src/requestMessages.js';
import { toShownCell } from '../../../engine/intake/cellValues.js';
import type { AppliedCorrection } from '../../../engine/intake/corrections.js';
import type { RowRemark } from '../../../engine/intake/remark.js';
import type { Reason } from '../../../engine/journal/facts.js';
import type {
  RowFault,
  RowFaults,
  RowMessages,
  UnconfirmedMessages,
} from '../../../engine/rows/rowMessages.js';
import type { SheetCommand } from '../../../engine/sheetCommand.js';
import { findServiceText } from '../../../wording/reasons.js';
import { toValue, isSentElsewhere } from '../../../wording/rows.js';
import { type Sentence, sentence, value } from '../../../wording/sentence.js';
import { shorten } from '../../../wording/words.js';
import { formatUtcMinute } from '../../../../src/formatUtcMinute.js';
import type { Wordings } from '../../../wording/wordings.js';
import { editFile, reassessThisRow, answerWhetherItExists, startRun, wrongId } from './advice.js';
import { toGermanLabel } from './labels.js';
import { formatDay, listSentences, theRows } from './phrases.js';
import { failureText, idIsMissing, onlyInSheet, reasonText, refusalText } from './reasons.js';
import { remarksText } from './values.js';

/** The correction may be lost: the uploaded file does not contain it, and retention deletes it. */
const correctAgain =
  'Wenn niemand die Angaben dieser Zeile geändert hat, wurde sie vor dem Senden unter „Prüfen“ korrigiert: Nehmen Sie dort dieselbe Korrektur noch einmal vor.';

const neverShownAdvice = `Ist diese Zeile dieselbe Reise oder Einstellung, seitdem korrigiert? Dann ${reassessThisRow}: Damit wird sie mit den neuen Angaben bewertet. Ist sie eine andere? Dann klicken Sie unter „Prüfen“ oder „Ergebnisse“ auf „Das ist eine neue Zeile …“ und danach auf „Bewerten“.`;

const createdForMissingRow =
  'wurde für diese Person angelegt, oder für diese Angaben mit einer anderen Personalnummer, und keine Zeile der Tabelle enthält jetzt ihre Angaben';

const faultWording: Wordings<RowFaults> = {
  sharedByPeople: ({ rows, label }) => {
    const name = toGermanLabel(label);
    return `${theRows(rows)} haben dieselbe Angabe „${name}“, gehören aber zu verschiedenen Personen. Korrigieren Sie die Angabe „${name}“.`;
  },
  rowsOfIdentityDiffer: ({ rows, label }) =>
    `${theRows(rows)} haben dieselbe Angabe „${toGermanLabel(label)}“, aber andere Angaben sind verschieden. Behalten Sie nur eine Zeile.`,
  noId: ({ heading, text }) =>
    sentence`In der Spalte „${heading}“ steht „${value(shorten(text, 40))}“. Das ist keine ID: ${editFile('Leeren Sie die Zelle')}.`,
};

export const rowWording: Wordings<RowMessages> = {
  ...faultWording,
  rowInvalid: ({ problems, faults }) => [
    ...(problems === undefined ? [] : [toValue(remarksText(problems))]),
    ...faults.map(wordFault),
  ],
  sameAsRow: ({ row, operation }) =>
    operation === 'remove-access'
      ? `Diese Zeile hat dieselbe Personal-ID wie Zeile ${row} und wird deshalb nicht gesendet.`
      : `Diese Zeile ist identisch mit Zeile ${row} und wird deshalb nicht gesendet. Wenn sie eine andere Reise oder Einstellung sein soll, ändern Sie sie mit „Eine Angabe korrigieren …“ unter „Prüfen“, und klicken Sie auf „Bewerten“. Wenn nicht, ist nichts zu tun.`,
  rowRefused: ({ operation, reason, showsEarlierScores, isOfRound }) => [
    toValue(toSentence(refusalText(reason))),
    rejectionRemedy(operation, reason, isOfRound),
    ...noteEarlierScores(showsEarlierScores),
  ],
  rowUnconfirmed: ({ operation, sentAt, reason, isChanged, showsEarlierScores }) => [
    // If the row was sent from another sheet, this run has no record of the time.
    ...(isSentElsewhere(reason) ? [] : [`Gesendet: ${formatUtcMinute(sentAt)}.`]),
    noAnswerText(reason),
    ...(isChanged ? ['Die Angaben haben sich seitdem geändert.'] : []),
    adviseUnconfirmed(operation, reason),
    ...noteEarlierScores(showsEarlierScores),
  ],
  rowOnlyInSheet: ({ operation, problems, showsEarlierScores }) => [
    onlyInSheet,
    ...adviseToCorrectFirst(problems),
    adviseUnconfirmed(operation, undefined),
    ...noteEarlierScores(showsEarlierScores),
  ],
  rowWithoutItsId: ({ status, problems, showsEarlierScores }) => [
    idIsMissing(status),
    ...adviseToCorrectFirst(problems),
    'Sie wurde nicht erneut gesendet. Suchen Sie ihre Bewertung im Dienst, und öffnen Sie dann die Zeile unter „Ergebnisse“: Geben Sie die Bewertungs-ID ein, oder geben Sie an, dass es keine gibt, damit die Zeile gesendet wird.',
    ...noteEarlierScores(showsEarlierScores),
  ],
  resultPending: ({ operation }) => `Das Ergebnis liegt noch nicht vor. ${adviseFetch(operation)}`,
  resultNotRead: ({ operation, at, reason, hasNoResult }) => [
    sentence`Das Ergebnis konnte nicht gelesen werden (${formatUtcMinute(at)}). ${value(reasonText(reason))}`,
    ...(reason.code === 'requestFailed' ? [adviseFetch(operation)] : []),
    ...(hasNoResult ? [wrongId] : []),
  ],
  rowNotSent: ({ failure }) => toValue(failureText(failure)),
  employeeUnanswered: () => [
    'Eine frühere Zeile dieser Person, oder diese Zeile mit einer anderen Personalnummer, wurde gesendet und hat noch keine Antwort. Diese Zeile ist vielleicht eine Korrektur davon, deshalb wurde sie nicht gesendet.',
    `Öffnen Sie zuerst die Tabelle mit jener Zeile. Dann ${answerWhetherItExists}. Klicken Sie danach hier auf „Bewerten“. Wenn jene Tabelle gelöscht wurde, laden Sie eine Datei mit jener Zeile hoch, klicken Sie dort auf „Bewerten“, und beantworten Sie die Frage dort.`,
  ],
  doneWithOtherInputs: () =>
    'Eingeladen, aber mit anderen Angaben als diesen. Eine Einladung kann von hier aus nicht geändert werden: Ändern Sie das Konto im Dienst.',
  valuesCorrected: ({ corrections }) =>
    sentence`Gesendet mit ${listSentences(corrections.map(wordCorrection))}.`,
  unknownScore: ({ heading, cell, assessmentId }) =>
    sentence`In der Spalte „${heading}“ steht ${value(toShownCell(cell))}. Dieser Wert stammt nicht aus der Bewertung ${assessmentId}: ${editFile('Leeren Sie die Zelle')}.`,
  inputsChanged: ({ assessmentId }) =>
    `Die Angaben haben sich seit der Bewertung ${assessmentId} geändert, deshalb gelten ihre Risikowerte nicht mehr für diese Zeile. ${correctAgain} Wenn es dieselbe Reise oder Einstellung mit neuen Angaben ist, ${reassessThisRow}: Damit wird sie mit den neuen Angaben bewertet. Wenn es eine andere ist, laden Sie sie in einer eigenen Tabelle ohne Ergebnisse hoch.`,
  inputsSentElsewhere: ({ assessmentId }) =>
    `Aus einer anderen Tabelle wurden diese Angaben als neue Zeile gesendet, deshalb werden sie nicht erneut gesendet. Wenn die Zeile die Reise oder Einstellung der Bewertung ${assessmentId} ist, ${editFile('tragen Sie die Angaben dieser Bewertung', ' ein')}. Wenn nicht, ${editFile('löschen Sie die Zeile')}.`,
  // Does not claim that the assessment was never shown: the page may have shown it before a correction.
  assessmentNeverShown: ({ assessmentId, createdAt }) =>
    `Die Bewertung ${assessmentId}${createdAt === '' ? '' : ` vom ${formatDay(createdAt)}`} ${createdForMissingRow}. ${correctAgain} ${neverShownAdvice}`,
  assessmentInOtherRow: ({ assessmentId, row }) =>
    `Auch Zeile ${row} enthält die Bewertung ${assessmentId}, oder eine spätere derselben Reise oder Einstellung. Wenn diese Zeile neu ist, wurden ihre Ergebniszellen kopiert: ${editFile('Leeren Sie sie')}. Wenn die ID zu dieser Zeile gehört, leeren Sie dort stattdessen die Ergebniszellen der Zeile ${row}.`,
  assessmentOfOtherEmployee: ({ assessmentId }) =>
    `Die Bewertung ${assessmentId} gehört zu einer anderen Person. Ist die Personalnummer falsch, zum Beispiel, weil führende Nullen fehlen (301 statt 00301)? Dann korrigieren Sie sie unter „Prüfen“. Wenn diese Zeile neu ist, ${editFile('leeren Sie ihre Ergebniszellen')}.`,
  assessmentUnproven: ({ assessmentId }) =>
    `Es ist nicht belegt, für welche Angaben die Bewertung ${assessmentId} angelegt wurde. Gehört sie zu dieser Zeile? Dann öffnen Sie die Zeile unter „Ergebnisse“, und bestätigen Sie die ID. Wenn nicht, geben Sie dort die richtige ein, oder geben Sie an, dass es keine gibt.`,
  resultsWithoutId: () =>
    `Die Zeile enthält Ergebnisse, aber nicht ihre „Assessment ID“. Ist die Zeile schon im Dienst? Dann ${editFile('ergänzen Sie ihre „Assessment ID“')}. Wenn nicht, ${editFile('leeren Sie die Ergebniszellen der Zeile')}.`,
  rowBlockedByIdenticalRow: ({ row }) =>
    `Eine Zeile wurde schon gesendet, aber es ist unbekannt, welche: vielleicht Zeile ${row}, diese oder eine andere. Folgen Sie der Meldung in Zeile ${row}, und klicken Sie dann auf „Bewerten“.`,
  decisionOnOtherAssessment: ({ assessmentId }) =>
    `Die Entscheidung wurde nicht gesendet, weil die Bewertung ${assessmentId} nicht zu dieser Zeile gehört: Sie gehört zu einer anderen Zeile, oder die Angaben haben sich seitdem geändert. Starten Sie zuerst unter „Bewerten“ einen Durchlauf: Er korrigiert die „Assessment ID“ oder nennt den nächsten Schritt.`,
  decidedOnEarlierAssessment: () =>
    'Für eine frühere Bewertung dieser Zeile ist eine Entscheidung eingetragen, für die neueste noch keine. Prüfen Sie die Entscheidung.',
  idInOtherRow: ({ id, row }) =>
    `Die ID ${id} steht auch in Zeile ${row}. Jede Zeile braucht ihre eigene ID.`,
  idOfOtherIdentity: ({ id, label }) => {
    const name = toGermanLabel(label);
    return `Die ID ${id} wurde für eine andere Angabe „${name}“ angelegt. Prüfen Sie die Angabe „${name}“.`;
  },
  doneNeverShown: ({ sentAt, id, person, label }) =>
    `Am ${formatDay(sentAt)} wurde schon jemand mit derselben Angabe „${toGermanLabel(person)}“, aber einer anderen Angabe „${toGermanLabel(label)}“ eingeladen${id === undefined ? '' : ` (ID ${id})`}. Wenn diese Person auch eingeladen werden soll, klicken Sie auf „Trotzdem einladen …“.`,
  doneUnknown: ({ status, label }) =>
    `In der Datei steht „${status}“, aber für diese Angabe „${toGermanLabel(label)}“ belegt das weder dieser Server noch ein Verweis in der Datei. Prüfen Sie im Dienst, ob noch etwas zu tun ist.`,
  personUnconfirmed: ({ sentAt }) =>
    `Eine Anfrage zu dieser Person wurde mit anderen Angaben gesendet (${formatUtcMinute(sentAt)}), aber es kam keine Antwort. Sehen Sie im Dienst nach, und geben Sie dann bei jener Anfrage an, ob sie vorhanden ist.`,
  rowSentElsewhere: ({ sheet }) =>
    `Diese Zeile wurde schon aus ${sheet} gesendet, deshalb wurde sie nicht erneut gesendet.`,
  personForgotten: ({ at }) =>
    `Die Daten dieser Person wurden am ${formatDay(at)} auf diesem Server gelöscht, deshalb wird die Zeile nicht erneut gesendet.`,
  showsForgotten: () =>
    `Diese Zeile enthält die Ergebnisse einer Person, deren Daten gelöscht wurden, deshalb wurde sie nicht gesendet. Wenn die Zeile neu ist, ${editFile('leeren Sie ihre Ergebniszellen')}.`,
};

export const unconfirmedWording: Wordings<UnconfirmedMessages> = {
  noAnswer: ({ reason }) => noAnswerText(reason),
};

export const correctRefused =
  'Korrigieren Sie den Wert hier, und klicken Sie auf „Bewerten“, um die Zeile erneut zu senden.';

function adviseFetch(operation: SheetCommand): string {
  return operation === 'reassess'
    ? `Um das Ergebnis abzurufen, ${reassessThisRow}.`
    : `Um das Ergebnis abzurufen, ${startRun}.`;
}

function adviseUnconfirmed(operation: SheetCommand, reason: Reason | undefined): string {
  switch (operation) {
    case 'assess':
    case 'reassess':
      return adviseOnAssessment(reason);
    case 'decide':
      return 'Erfassen Sie die Entscheidung noch einmal: Dieselbe Entscheidung zweimal zu senden schadet nicht.';
    case 'invite':
      return 'Die Einladung wurde vielleicht verschickt, deshalb wird sie nicht erneut gesendet: Sehen Sie im Dienst nach, oder fragen Sie die Person, und geben Sie dann an, ob die Einladung vorhanden ist.';
    case 'remove-access':
      return 'Entziehen Sie den Zugang noch einmal: Dieselbe Anfrage zweimal zu senden schadet nicht.';
  }
}

function adviseOnAssessment(reason: Reason | undefined): string {
  if (reason !== undefined) {
    if (reason.code === 'sentElsewhere') {
      return reason.isDone
        ? 'Die Risikowerte dieser Zeile stehen in jener Tabelle. Um sie auch hier zu haben, öffnen Sie die Zeile unter „Ergebnisse“, und geben Sie die Bewertungs-ID ein.'
        : `Was dort aus ihr wird, erscheint auch hier. Wenn dort keine Antwort kam, sehen Sie im Dienst nach: Dann ${answerWhetherItExists}, hier oder dort. Es gilt für beide.`;
    }
    // If a person has entered the ID, the reason already contains the advice.
    if ('by' in reason && reason.by === 'person')
      return 'Bis dahin wird sie nicht erneut gesendet.';
  }
  return `Vielleicht gibt es die Bewertung: Sehen Sie im Dienst nach. Dann ${answerWhetherItExists}.`;
}

function adviseToCorrectFirst(problems: readonly RowRemark[] | undefined): Sentence[] {
  return problems === undefined
    ? []
    : [sentence`Korrigieren Sie zuerst die Zeile: ${value(remarksText(problems))}`];
}

function noAnswerText(reason: Reason | undefined): Sentence {
  return reason === undefined
    ? 'Das Programm, das die Zeile gesendet hat, wurde beendet, bevor es die Antwort gespeichert hatte.'
    : toValue(reasonText(reason));
}

function noteEarlierScores(shows: boolean): string[] {
  return shows ? ['Die Risikowerte sind die der vorigen Bewertung.'] : [];
}

function wordFault(fault: RowFault): Sentence {
  return faultWording[fault.code](fault as never) as Sentence;
}

/** For example `Staatsangehörigkeit „United Kingdom“ statt „UK“`. */
function wordCorrection({ label, value: written, to }: AppliedCorrection): Sentence {
  const name = toGermanLabel(label);
  const sent = to === '' ? `leerer Angabe „${name}“` : sentence`${name} „${value(to)}“`;
  const inCell = written === '' ? 'einer leeren Zelle' : sentence`„${value(written)}“`;
  return sentence`${sent} statt ${inCell}`;
}

const remedies: readonly (readonly [part: string, remedy: string])[] = [
  [
    'RWA not found',
    'Die Bewertung wurde vielleicht im Dienst gelöscht, oder sie gehört zu einer anderen Firma.',
  ],
  [
    'registered, activated',
    'Wählen Sie eine andere Person, oder erfassen Sie die Entscheidung, sobald diese Person ihre Einladung angenommen hat.',
  ],
  [
    'Could not create pending user',
    'Prüfen Sie die Angaben, und ob diese Person schon ein Konto hat, bevor Sie es erneut versuchen.',
  ],
  [
    'must match exactly one user',
    'Niemand hat diese Personal-ID, oder mehrere Personen haben sie: Prüfen Sie das im Dienst.',
  ],
];

function rejectionRemedy(
  operation: SheetCommand,
  reason: RequestMessage,
  isOfRound: boolean,
): string {
  const known = remedies.find(([part]) => findServiceText(reason).includes(part));
  if (known !== undefined) return known[1];
  if (operation !== 'assess' && operation !== 'reassess') {
    return 'Korrigieren Sie die Angabe, und versuchen Sie es erneut.';
  }
  return isOfRound
    ? `Korrigieren Sie die Zeile unter „Prüfen“, oder verwenden Sie „Neu bewerten“ mit „Zurückgewiesene Zeilen erneut senden“ und der Nummer dieser Zeile unter „Nur diese Zeilen“.`
    : 'Korrigieren Sie die Zeile unter „Prüfen“, und klicken Sie auf „Bewerten“.';
}
