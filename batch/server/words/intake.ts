import type { SheetNote, SheetProblem } from '../../../sheets/messages.js';
import { sheetWords } from '../../../sheets/words.js';
import type { Field } from '../../../src/field.js';
import { assessmentFields } from '../../../src/assessmentFields.js';
import { sanitize } from '../../../src/sanitized.js';
import type { IntakeMessages } from '../../engine/intake/intakeMessages.js';
import type { SheetOperationName } from '../../engine/sheetCommand.js';
import {
  createFileIntakeWording,
  createIntakeWording,
  listGuesses,
  statusColumnText,
  unknownOwner,
} from '../../wording/intake.js';
import { sentence } from '../../wording/sentence.js';
import type { Wordings } from '../../wording/wordings.js';
import type {
  FileMessages,
  ForgetMessages,
  ReportMessages,
} from '../../engine/files/fileMessages.js';
import type { Messages } from '../../engine/message.js';
import { fileWording as sharedWording } from '../../wording/files.js';
import { capitalize, listFirstRows } from '../../wording/words.js';
import type { WritingMessages } from '../../engine/run/runMessages.js';

const rowNounsByOperation: Readonly<Record<SheetOperationName, string>> = {
  rwa_create: 'assessment',
  rwa_update: 'decision',
  create_pending_user: 'invitation',
  remove_user_access: 'person',
};

const shared = createIntakeWording({
  options: {
    columns: 'Match',
    sheet: 'the list of worksheets under Match',
    headerRow: '"Heading row" under Match',
    values: 'value for all rows',
    skipHidden: '"Skip hidden rows" under Match',
  },
  useSheet: () => 'choose it under Match',
  confirmGuesses: (guesses) => [
    `Guessed, but not used until somebody confirms it: ${listGuesses(guesses)}. Check this under Match, and press "Check the rows".`,
  ],
  acceptSuggestions: 'accept them under Match, one by one or with "Use all … known spellings"',
  input: fieldLabel,
  rowNoun: (operation) => rowNounsByOperation[operation],
});

export const intakeWording: Wordings<IntakeMessages> = {
  ...shared,
  sheetEmpty: ({ sheet, operation }) =>
    `${sheet === undefined ? 'The file' : `The sheet "${sheet}"`} has no values. Fill in one row for each ${rowNounsByOperation[operation]} and upload the file again. The template on the page Sheets is a good start.`,
  headingsDoNotFit: (message) => [
    // Replaces the last line, which is about editing headings: users of the page choose columns instead.
    ...[shared.headingsDoNotFit(message)].flat().slice(0, -1),
    'Choose a column under Match for each of them, or one value for all rows. If the headings are in another row, choose that one.',
  ],
  columnsAlike: ({ label, columns }) =>
    `Columns ${columns.map(({ column, heading }) => `${column} ("${heading}")`).join(' and ')} both look like ${label}. Choose one of them under Match.`,
  mappedToResults: ({ field, heading, column }) =>
    `${fieldLabel(field)} cannot be read from "${heading}" (column ${column}), which is a column for results. Choose another column under Match.`,
  statusColumnMixed: (mixed) =>
    sentence`${statusColumnText(mixed, unknownOwner)} Then upload the file again.`,
  allRowsHidden: ({ sheet }) =>
    `Every row of the sheet "${sheet}" is hidden, and "Skip hidden rows" is ticked. Untick it under Match.`,
  ...createFileIntakeWording({
    skipHidden: '"Skip hidden rows" under Match',
    fixEncoding:
      'save it again as UTF-8 in the program that made it (in Excel, "CSV UTF-8"), and upload it again',
    afterEdit: ', and upload the file again',
    optionsOfAssessments: '',
  }),
};

function fieldLabel(field: string): string {
  const fields: Readonly<Record<string, Field | undefined>> = assessmentFields;
  return fields[field]?.label ?? field;
}

const reportNotWritten =
  'The report could not be written. Ask the person who runs this server to check its disk, then download it again.';

type FileRelatedMessages = FileMessages & ForgetMessages & ReportMessages & WritingMessages;

export const fileWording: Wordings<Pick<Messages, keyof FileRelatedMessages>> = {
  ...sharedWording,
  aboutFile: ({ about }) => describeFile(about),
  resultsInJournal: ({ isStopped }) =>
    isStopped
      ? 'Earlier results are kept: download the sheet to get them.'
      : 'Nothing is lost: download the sheet again to get every result.',
  resultsBeside: ({ reason }) =>
    `${describeFile(reason)} Download the sheet again to get every result.`,
  sheetChanged: () => 'The uploaded file was changed during the run. Upload it again.',
  resultsDoNotFit: () =>
    'The uploaded file was changed during the run, and the results no longer fit it:',
  sentRowsNotInSheet({ rows }) {
    const were = rows.length === 1 ? 'was' : 'were';
    return `${capitalize(listFirstRows(rows))} ${were} sent and then corrected, so the scores do not belong to the current inputs. To see them, undo the correction under Check.`;
  },
  oldCopiesStay: () => 'Old copies of the file could not be deleted.',
  reportIsNoHtml: () => 'The report is an HTML file.',
  reportIsNoFile: () => reportNotWritten,
  reportFolderNotWritable: () => reportNotWritten,
  fileIsCopy: () => 'This is a copy of another sheet. Nothing was deleted.',
};

function describeFile(about: SheetProblem | SheetNote): string {
  const shown = 'file' in about ? { ...about, file: `"${about.file}"` } : about;
  return sanitize(sheetWords(shown));
}
