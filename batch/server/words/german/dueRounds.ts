import type { DueRoundWords } from '../dueRounds.js';
import { askOperator } from './advice.js';
import { choose, countRows, formatNumber } from './phrases.js';

export const dueRounds: DueRoundWords = {
  notBegun: (reason) => `Die Runde des Zeitplans hat nicht begonnen. ${reason}`,
  wasStopped: 'Jemand hat den Durchlauf der neuen Zeilen vor dieser Runde beendet.',
  tooManyNewRows: (rows, most, round) =>
    `${countRows(rows)} ${choose(rows, 'würde', 'würden')} zum ersten Mal bewertet, der Zeitplan erlaubt höchstens ${formatNumber(most)}. Sehen Sie die Tabelle durch. Starten Sie dann diese Runde selbst unter „Neu bewerten“, mit den Tagen des Zeitplans und ${round} als Namen der Runde, und danach die Bewertung der neuen Zeilen.`,
  failed: `Im Server ist ein unerwarteter Fehler aufgetreten. ${askOperator} in der Ausgabe des Servers nach der Ursache zu suchen.`,
  nothingDue: (olderThanDays) =>
    olderThanDays === 0
      ? 'Die Runde des Zeitplans hat keine Bewertung gefunden, die zu wiederholen ist.'
      : `Die Runde des Zeitplans hat keine Bewertung gefunden, die älter als ${formatNumber(olderThanDays)} ${choose(olderThanDays, 'Tag', 'Tage')} ist.`,
};
