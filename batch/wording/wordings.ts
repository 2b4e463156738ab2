import type { Sentence } from './sentence.js';

export type Wordings<Messages> = {
  readonly [Code in keyof Messages]: (message: Messages[Code]) => Sentence | readonly Sentence[];
};
