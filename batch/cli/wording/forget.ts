import type { ForgetMessages } from '../../engine/forget/said.js';
import type { WordingOf } from './wordingOf.js';

/** What is said of forgetting a person. */
export const forgetWording: WordingOf<ForgetMessages> = {
  fileIsCopy({ file, sheet }) {
    return `${file} was made by rwa from ${sheet}. Name that one: rwa forget finds its copies by itself. Nothing was deleted.`;
  },
};
