import type { Sentence } from './sentence.js';

/** For each code, the function that words its message as a sentence or as several lines. */
export type Wordings<Messages> = {
  readonly [Code in keyof Messages]: (message: Messages[Code]) => Sentence | readonly Sentence[];
};
