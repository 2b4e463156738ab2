import type { FileMessages } from '../engine/files/fileMessages.js';
import type { Wordings } from './wordings.js';

/** Messages about files. */
export const fileWording: Wordings<FileMessages> = {
  sheetError: ({ text }) => text,
};
