import type { FileMessages } from '../engine/files/fileMessages.js';
import type { WordingOf } from './wordingOf.js';

/** Messages about files. */
export const fileWording: WordingOf<FileMessages> = {
  sheetError: ({ text }) => text,
};
