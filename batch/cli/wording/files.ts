import type { FileMessages } from '../../engine/files/said.js';
import type { WordingOf } from './wordingOf.js';

/** What is said of files. */
export const fileWording: WordingOf<FileMessages> = {
  saidOfSheet: ({ text }) => text,
};
