import type { ForgetMessages } from '../../engine/files/fileMessages.js';
import type { WordingOf } from '../../wording/wordingOf.js';

/** Messages about forgetting a person. */
export const forgetWording: WordingOf<ForgetMessages> = {
  fileIsCopy({ file, sheet }) {
    return `${file} is a copy that rwa made of ${sheet}. Use ${sheet}: rwa forget finds the copies. Nothing was deleted.`;
  },
};
