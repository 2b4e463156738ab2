import type { Summary } from '../../engine/run/events.js';
import type { Sentence } from '../../wording/sentence.js';
import { capital, count } from '../../wording/words.js';
import { sayWhatBecame } from '../words/advice.js';
import { markedWords } from '../words/wording.js';

/** The messages at the end of a run: the rows that are left, and the remedy. */
export function endWords({ counts, missing, notes }: Summary): Sentence[] {
  const unconfirmed = counts.Unconfirmed + missing;
  return [
    ...(unconfirmed === 0
      ? []
      : [
          `${count(unconfirmed, 'row')} ${unconfirmed === 1 ? 'was' : 'were'} sent without a usable answer. ${capital(sayWhatBecame)}.`,
        ]),
    ...(counts.Pending === 0
      ? []
      : [
          `The results of ${count(counts.Pending, 'row')} are not ready yet. Press "Assess" later to get them.`,
        ]),
    ...(counts['Not sent'] === 0
      ? []
      : [
          `${count(counts['Not sent'], 'row')} ${counts['Not sent'] === 1 ? 'was' : 'were'} not sent; the message of each says why.`,
        ]),
    ...notes.map(markedWords),
  ];
}
