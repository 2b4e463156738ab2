import type {
  FileFault,
  FileMessages,
  ForgetMessages,
  ReportMessages,
} from '../../engine/files/fileMessages.js';
import type { Messages } from '../../engine/message.js';
import { fileWording as sharedWording } from '../../wording/files.js';
import { capital, firstRows } from '../../wording/words.js';
import type { WordingOf } from '../../wording/wordingOf.js';
import type { WritingMessages } from '../../engine/run/runMessages.js';

type OfFiles = FileMessages & ForgetMessages & ReportMessages & WritingMessages;

/** Messages about what is written: results into a download, and reports. */
export const fileWording: WordingOf<Pick<Messages, keyof OfFiles>> = {
  ...sharedWording,
  resultsInJournal: ({ isStopped }) =>
    isStopped
      ? 'What was assessed before is kept: download the sheet to get it.'
      : 'Nothing is lost: download the sheet again to get every result.',
  resultsBeside: ({ reason }) => `${reason} Download the sheet again to get every result.`,
  sheetChanged: () => 'The uploaded file was changed during the run. Upload it again.',
  resultsDoNotFit: () =>
    'The uploaded file was changed during the run, and the results no longer fit it:',
  sentRowsNotInSheet({ rows }) {
    const were = rows.length === 1 ? 'was' : 'were';
    return `${capital(firstRows(rows))} ${were} sent and then corrected, so the scores do not belong to the inputs of now. To see them, undo the correction under Check.`;
  },
  oldCopiesStay: () => 'Old copies of the file could not be deleted.',
  reportIsNoHtml: () => 'The report is an HTML file.',
  reportIsNoFile: () => notWritten(undefined),
  reportFolderNotWritable: () => notWritten(undefined),
  reportNotWritten: ({ fault }) => notWritten(fault),
  fileIsCopy: () => 'This is a copy of another sheet. Nothing was deleted.',
};

function notWritten(fault: FileFault | undefined): string {
  const why = fault === undefined ? '' : `: ${fault.reason}`;
  return `The report could not be written${why}. Ask whoever runs this server to check its disk, then download it again.`;
}
