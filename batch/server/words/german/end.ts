import type { EndedRun } from '../languagePack.js';
import { startRun } from './advice.js';
import { choose, countRows } from './phrases.js';

export function describeEnd({ unconfirmed, waiting, notSent, isOfRound }: EndedRun): string[] {
  const them = choose(waiting, 'es', 'sie');
  // After a round, "Assess" would be wrong: it also sends the rows that were never assessed.
  const fetchAdvice = isOfRound
    ? `Verwenden Sie später „Neu bewerten“ mit ${choose(waiting, 'der Zeilennummer', 'den Zeilennummern')} unter „Nur diese Zeilen“, um ${them} abzurufen.`
    : `Um ${them} später abzurufen, ${startRun}.`;
  return [
    ...(unconfirmed === 0
      ? []
      : [
          choose(
            unconfirmed,
            `${countRows(unconfirmed)} wurde ohne brauchbare Antwort gesendet. Öffnen Sie „Zu klären“ unter „Ergebnisse“, und geben Sie an, ob es die Bewertung gibt.`,
            `${countRows(unconfirmed)} wurden ohne brauchbare Antwort gesendet. Öffnen Sie „Zu klären“ unter „Ergebnisse“, und geben Sie für jede an, ob es die Bewertung gibt.`,
          ),
        ]),
    ...(waiting === 0
      ? []
      : [
          `${choose(
            waiting,
            `Das Ergebnis von ${countRows(waiting)} liegt noch nicht vor.`,
            `Die Ergebnisse von ${countRows(waiting)} liegen noch nicht vor.`,
          )} ${fetchAdvice}`,
        ]),
    ...(notSent === 0
      ? []
      : [
          choose(
            notSent,
            `${countRows(notSent)} wurde nicht gesendet; ihre Meldung nennt den Grund.`,
            `${countRows(notSent)} wurden nicht gesendet; die Meldung jeder Zeile nennt den Grund.`,
          ),
        ]),
  ];
}
