import type { DueRoundWords } from '../dueRounds.js';
import { askOperator } from './advice.js';
import { choose, countRows, formatNumber } from './phrases.js';

export const dueRounds: DueRoundWords = {
  notBegun: (reason) => `Die Runde des Zeitplans hat nicht begonnen. ${reason}`,
  wasStopped: 'Jemand hat den Durchlauf der neuen Zeilen vor dieser Runde beendet.',
  tooManyNewRows: (rows, most) =>
    `${countRows(rows)} ${choose(rows, 'würde', 'würden')} zum ersten Mal bewertet, der Zeitplan erlaubt höchstens ${formatNumber(most)}. Sehen Sie die Tabelle durch, und starten Sie die Bewertung dann selbst.`,
  failed: `Im Server ist ein unerwarteter Fehler aufgetreten. ${askOperator} in der Ausgabe des Servers nach der Ursache zu suchen.`,
  nothingDue: (olderThanDays) =>
    olderThanDays === 0
      ? 'Die Runde des Zeitplans hat keine Bewertung gefunden, die zu wiederholen ist.'
      : `Die Runde des Zeitplans hat keine Bewertung gefunden, die älter als ${formatNumber(olderThanDays)} ${choose(olderThanDays, 'Tag', 'Tage')} ist.`,
};
