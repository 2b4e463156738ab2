import type { TypedRowWords } from '../typedRows.js';

const sentAgain =
  'Sie wird als neue Anfrage gesendet; wenn keine erscheint, laden Sie die Person noch einmal ein.';

export const typedRows: TypedRowWords = {
  decidedAgain: 'Nicht gesendet: Inzwischen wurde noch einmal entschieden.',
  decisionRestored:
    'Während des Sendens wurde dieser Server aus einer Sicherung wiederhergestellt. Sehen Sie im Dienst nach, was erfasst ist, und entscheiden Sie noch einmal.',
  noAssessment: (row) => `Zeile ${row} hat keine gültige Bewertung.`,
  idNotVerified: (row) =>
    `Es ist nicht sicher, dass die Bewertungs-ID von Zeile ${row} zu dieser Person gehört. Starten Sie unter „Bewerten“ einen Durchlauf, um die Risikowerte abzurufen, und entscheiden Sie danach.`,
  doneBefore: 'Das ist schon früher geschehen, deshalb wurde nichts gesendet.',
  mayBeInvited:
    'Der Server wurde bei einer früheren Einladung mittendrin beendet. Vielleicht wurde sie gesendet, deshalb wurde jetzt nichts gesendet. Hat diese Person keinen Zugang, entfernen Sie den Zugang noch einmal und laden Sie sie danach noch einmal ein.',
  emailOfOther: (person, isInvited) =>
    `${person} wurde mit derselben E-Mail-Adresse, aber anderen Angaben eingeladen; deshalb wurde nichts gesendet. ${isInvited ? `Korrigieren Sie die E-Mail-Adresse, oder entfernen Sie zuerst den Zugang von ${person}.` : 'Korrigieren Sie die E-Mail-Adresse.'}`,
  interrupted:
    'Der Server wurde mittendrin beendet. Starten Sie den Vorgang hier noch einmal: Was vielleicht schon gewirkt hat, wird nicht doppelt gesendet.',
  invitationExists: (by) => `${by} hat angegeben, dass es die Einladung gibt.`,
  invitationMissing: (by) => `${by} hat angegeben, dass es die Einladung nicht gibt. ${sentAgain}`,
  invitationMeant: (by) =>
    `${by} hat angegeben, dass diese Einladung beabsichtigt ist. ${sentAgain}`,
};
