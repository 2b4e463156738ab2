import { capital, count } from '../../wording/words.js';
import { sayWhatBecame, startRun } from './advice.js';
import type { EndedRun } from './languagePack.js';

/** Returns the messages at the end of a run: the unfinished rows, and the remedy. */
export function describeEnd({ unconfirmed, waiting, notSent, isOfRound }: EndedRun): string[] {
  // "Assess" would also send the rows that the round has skipped.
  const fetchAdvice = isOfRound
    ? 'Later, press "Reassess" with the row numbers under "Only these rows"'
    : `Later, ${startRun}`;
  return [
    ...(unconfirmed === 0
      ? []
      : [
          unconfirmed === 1
            ? `1 row was sent without a usable answer. ${capital(sayWhatBecame)}.`
            : `${count(unconfirmed, 'row')} were sent without a usable answer. Open "Needs review" under Results and say of each what became of it.`,
        ]),
    ...(waiting === 0
      ? []
      : [`The results of ${count(waiting, 'row')} are not ready yet. ${fetchAdvice} to get them.`]),
    ...(notSent === 0
      ? []
      : [
          `${count(notSent, 'row')} ${notSent === 1 ? 'was' : 'were'} not sent; the message of each says why.`,
        ]),
  ];
}
