import type { Sentence } from './sentence.js';

/** The words for each code: one or more sentences, or several lines. */
export type Wordings<Messages> = {
  readonly [Code in keyof Messages]: (message: Messages[Code]) => Sentence | readonly Sentence[];
};
