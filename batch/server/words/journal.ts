import type { JournalMessages } from '../../engine/journal/journalMessages.js';
import type { FileFault } from '../../engine/files/fileMessages.js';
import {
  earlierIdText,
  onlyShownText,
  otherOwnerText,
  stateWords,
  tooEarlyText,
} from '../../wording/journal.js';
import type { Wordings } from '../../wording/wordings.js';
import { inDownload } from './advice.js';

/** Users of the page do not know the term journal. */
const record = "This server's record of what was sent";

export const restoreBackup =
  'Ask the person who runs this server to restore the newest backup of its data folder. It does not contain what was sent after that backup, so check the service before anything is started again.';

const recordLost = `${record} was lost or damaged, so nothing more was sent. ${restoreBackup}`;

export const journalWording: Wordings<JournalMessages> = {
  namedJournalIsNew: () => recordLost,
  sheetHasOtherJournal: () => recordLost,
  journalOfOtherService: ({ itsService, service }) =>
    `This sheet was used with ${itsService}, and this server uses ${service} now. Nothing was sent. If it is the same service under another URL, ask the person who runs this server to confirm that at the next start. If it is another service, that service needs its own data folder.`,
  backupWithoutJournal: () => recordLost,
  roundWithoutJournal: ({ round }) =>
    `The file shows assessments that this server has no record of, so it does not know which rows were already sent in ${round === undefined ? 'this round' : `round ${round}`}. Nothing was sent. If none were, choose "Begin a new one" under Round.`,
  sheetHasNamedJournal: () => recordLost,
  journalNotNoted: () => recordLost,
  journalUnreadable: ({ fault }) => `${record} cannot be read: ${fault.reason}. ${adviseOn(fault)}`,
  journalNotWritable: ({ fault }) =>
    `${record} cannot be written: ${fault.reason}. Nothing was sent. ${adviseOn(fault)}`,
  journalWriteFailed: ({ fault }) =>
    `${record} cannot be written: ${fault.reason}. Nothing more was sent. Ask the person who runs this server to free some space or to check the disk, then start again.`,
  journalChanged: () =>
    'Another run has used this sheet in the meantime, so nothing more was sent. Start again.',
  journalLost: () => recordLost,
  journalLostForGood: () => recordLost,
  lockLost: () =>
    'Another run has taken over this sheet, so nothing more was sent. When it has ended, start again.',
  journalIsNoFile: () => recordLost,
  journalLinkIsBroken: () => recordLost,
  journalLineDamaged: () => recordLost,
  journalOfNewerVersion: () =>
    `${record} was written by a newer version. Nothing was sent. Ask the person who runs this server to upgrade it.`,
  lockHeld: () => 'Another run is using this sheet. Wait for it to end.',
  staleLockStays: ({ fault }) =>
    `An earlier run has left a lock behind that cannot be taken over (${fault.reason}). Ask the person who runs this server to check its data folder.`,
  lockNotWritable: ({ fault }) => `The sheet cannot be locked: ${fault.reason}. ${adviseOn(fault)}`,
  sheetHasSecondName: () =>
    'The uploaded file has a second name in the data folder. Nothing was sent. Ask the person who runs this server to delete it.',
  rowNotUnconfirmed: ({ state }) =>
    `The row is no longer unconfirmed${state === undefined ? '' : stateWords[state]}. No answer is needed.`,
  answerTooLate: () =>
    'This row has changed since you saw it. Your answer was not recorded. Look at the row again.',
  answerTooEarly: (message) =>
    tooEarlyText(message, 'Ask the person who runs this server to correct its clock'),
  answerIsEmployeeId: ({ answer }) =>
    `${answer} is the Employee ID of a row in this sheet. Enter the ID that the service shows.`,
  answerIsNoId: ({ answer }) =>
    `"${answer}" is not an ID of the service. Copy the ID from the service, or confirm that there is none.`,
  rowShowsForgottenId: ({ row, heading }) =>
    `Row ${row} of the file still shows the ${heading} from before the person was forgotten, so it would not be sent. Clear that cell ${inDownload}.`,
  assessmentIdMissing: () => 'This is not an Assessment ID. Copy it from the service.',
  idOfEarlierAssessment: (message) => `${earlierIdText(message)} If there is none, confirm that.`,
  rowIsNotNew: ({ row }) => `Row ${row} is no longer held back as a possibly new row.`,
  rowSentMeanwhile: ({ row }) => `Row ${row} was sent in the meantime.`,
  rowHasNoAssessment: ({ row }) => `Row ${row} no longer has an assessment.`,
  assessmentOnlyShown: (message) => `${onlyShownText(message)} ${inDownload}.`,
  assessmentOnlyInSheet: ({ row, assessmentId }) =>
    `Assessment ${assessmentId} of row ${row} is only in the file; this server has no record of it. To correct it, type the right Assessment ID into the row and clear its scores ${inDownload}.`,
  idOfOtherRow({ owner, isEarlier, ...message }) {
    const both = otherOwnerText({ ...message, owner }, 'ID');
    const look = `${both} Check in the service which of them it is.`;
    if (owner === undefined || isEarlier) return look;
    return `${look} If it does not belong to row ${owner}, open row ${owner} under Results and choose "This is not its assessment…".`;
  },
};

function adviseOn({ code }: FileFault): string {
  const task =
    code === 'ENOSPC' || code === 'EDQUOT' ? 'to free some space' : 'to check the data folder';
  return `Ask the person who runs this server ${task}, then start again.`;
}
