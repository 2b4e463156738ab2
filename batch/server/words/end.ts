import { capitalize, count } from '../../wording/words.js';
import { answerWhetherItExists, startRun } from './advice.js';
import type { EndedRun } from './languagePack.js';

export function describeEnd({ unconfirmed, waiting, notSent, isOfRound }: EndedRun): string[] {
  // After a round, "Assess" would be wrong: it also sends the rows that were never assessed.
  const fetchAdvice = isOfRound
    ? 'Later, press "Reassess" with the row numbers under "Only these rows"'
    : `Later, ${startRun}`;
  return [
    ...(unconfirmed === 0
      ? []
      : [
          unconfirmed === 1
            ? `1 row was sent without a usable answer. ${capitalize(answerWhetherItExists)}.`
            : `${count(unconfirmed, 'row')} were sent without a usable answer. Open "Needs review" under Results and answer for each whether the assessment exists.`,
        ]),
    ...(waiting === 0
      ? []
      : [`The results of ${count(waiting, 'row')} are not ready yet. ${fetchAdvice} to get them.`]),
    ...(notSent === 0
      ? []
      : [
          notSent === 1
            ? '1 row was not sent; its message shows the reason.'
            : `${count(notSent, 'row')} were not sent; the message of each shows the reason.`,
        ]),
  ];
}
