import { sheetWords } from '../../sheets/words.js';
import { sanitize } from '../../src/sanitized.js';
import type { FileMessages } from '../engine/files/fileMessages.js';
import type { Wordings } from './wordings.js';

export const fileWording: Wordings<FileMessages> = {
  aboutFile: ({ about }) => sanitize(sheetWords(about)),
  fileDeleted: ({ file }) =>
    file === undefined
      ? 'The file of this sheet was deleted. Upload it again to continue.'
      : `The file "${file}" was deleted. Upload it again to continue.`,
};
