import type { Sentence } from './sentence.js';

/** The words for each code: a sentence or more, or lines of their own. */
export type WordingOf<Messages> = {
  readonly [Code in keyof Messages]: (said: Messages[Code]) => Sentence | readonly Sentence[];
};
