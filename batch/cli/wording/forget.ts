import type { ForgetMessages } from '../../engine/files/fileMessages.js';
import type { Wordings } from '../../wording/wordings.js';

export const forgetWording: Wordings<ForgetMessages> = {
  fileIsCopy({ file, sheet }) {
    return `${file} is a copy that rwa made of ${sheet}. Use ${sheet}: rwa forget finds the copies. Nothing was deleted.`;
  },
};
