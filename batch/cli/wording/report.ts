import { specialFileWords } from '../../../sheets/words.js';
import type { ReportMessages } from '../../engine/files/fileMessages.js';
import type { Wordings } from '../../wording/wordings.js';

export const reportWording: Wordings<ReportMessages> = {
  reportIsNoHtml: ({ file }) =>
    `The report is an HTML file: choose a name that ends in .html instead of ${file}.`,
  reportIsNoFile: ({ file, kind }) =>
    `${file} is ${specialFileWords[kind]}. Choose the name of a file for the report.`,
  reportFolderNotWritable: ({ file }) =>
    `The folder of ${file} does not exist or cannot be written. Choose another file for the report.`,
};
