import { describeOwnership } from '../../../sheets/files/account.js';
import { specialFileWords } from '../../../sheets/words.js';
import { acceptTypedIds, typeIds } from './advice.js';
import { adviseOnFault } from './faultAdvice.js';
import { quoteForShell } from '../output/commandLine.js';
import { formatUtcMinute } from '../../../src/formatUtcMinute.js';
import type { JournalMessages, LossOfJournal } from '../../engine/journal/journalMessages.js';
import { operationWords } from '../operations/operations.js';
import { sentence, value } from '../../wording/sentence.js';
import {
  earlierIdText,
  onlyShownText,
  otherOwnerText,
  stateWords,
  tooEarlyText,
} from '../../wording/journal.js';
import type { Wordings } from '../../wording/wordings.js';

const inRenamedFolder =
  ' If the folder was renamed, move the file there instead, under the same name, and name the new path in the command.';

const restoreHelp =
  'https://github.com/remote-work-assessment/remote-work-assessment/blob/main/docs/files.md#restore';

const afterBackup = `The backup does not contain what was sent after it, so check in the service before you run the same command again: ${restoreHelp} explains how.`;

/** The advice has `--rows`, because a round also sends rows with typed IDs. */
const roundIsLost = `If the journal is lost, its rounds are lost too: look in the service for rows that were already assessed in this round. Then assess only the others: run rwa reassess with --without-journal and --rows with their numbers. If this round has a name, do not use it again.`;

export const journalWording: Wordings<JournalMessages> = {
  namedJournalIsNew({ sheet, journal, rows, firstRow }) {
    const [shown, them] =
      rows === 1
        ? [`row ${firstRow} shows a result`, 'it']
        : [`${rows} rows (the first is row ${firstRow}) show results`, 'them'];
    return [
      `In ${sheet}, ${shown} of a run with another journal; ${journal} is new and does not contain ${them}.`,
      'Use --journal with the file of that run.',
      `If that file is lost: ${typeIds}, and run the same command without --journal. ${acceptTypedIds}`,
    ];
  },
  sheetHasOtherJournal({ sheet, ownJournal, journal, complete }) {
    const remedies = {
      own: 'Run the same command without --journal.',
      named: `${journal} contains everything that ${ownJournal} contains, and more. Move ${ownJournal} to another folder and keep it there; then run the same command again.`,
      neither:
        'Each contains requests that the other lacks, so with only one of them rows could be sent again. Leave both where they are, run nothing for this sheet, and ask us (https://github.com/remote-work-assessment/remote-work-assessment/issues), but do not send the files. rwa history, with and without --journal, lists the assessments in each one.',
    };
    return [
      `${sheet} has a journal of its own, ${ownJournal}, and ${journal} is another file. With two journals, rows could be sent twice. Nothing was sent.`,
      remedies[complete],
    ];
  },
  journalOfOtherService({ journal, itsService, service }) {
    return [
      `According to its journal ${journal}, this sheet was used with ${itsService}, not with ${service}. Nothing was sent.`,
      `If ${service} is the same service under another URL, add --same-service to the next run: rows that were sent are not sent again.`,
      'If it is another service, make a copy of the sheet in the same folder, delete the result columns in the copy, and run the command for the copy with --other-service.',
    ];
  },
  backupWithoutJournal({ sheet, backup, journal, isInRounds }) {
    return [
      `${sheet} has no journal (${journal}), but a run of this sheet made ${backup}. Rows that it sent could be sent twice.`,
      'Put the journal back and run the same command again.',
      isInRounds
        ? roundIsLost
        : `If it is lost: ${typeIds}, and run the same command again with --without-journal. ${acceptTypedIds}`,
    ];
  },
  roundWithoutJournal({ sheet, round, journal, isNew }) {
    const [missing, earlier] = isNew
      ? [`has no journal (${journal})`, 'a journal']
      : [`its journal (${journal}) has no record of sending them`, 'an earlier journal'];
    return [
      `${sheet} shows assessments but ${missing}, so it is unknown which rows were already assessed in ${round === undefined ? 'this round' : `round ${round}`}.`,
      `If there was ${earlier}, put it back and run the same command again.`,
      roundIsLost,
      `If there never was ${earlier}, or if you typed or accepted the IDs yourself and no row was assessed in the round, run the same command again with --without-journal: it assesses every selected row.`,
    ];
  },
  sheetHasNamedJournal({ sheet, journal, isMissing, location }) {
    const used = `An earlier run of ${sheet} used the journal ${journal}`;
    if (!isMissing) {
      return [
        `${used}. Without it, rows could be sent twice. Nothing was sent.`,
        `Run the same command again with --journal ${quoteForShell(journal)}`,
      ];
    }
    return [
      `${used}, which is missing. Without it, rows could be sent twice. Nothing was sent.`,
      'Put it back, or name its new place with --journal, and run the same command again.',
      `If it is lost: ${typeIds}, delete ${location}, and run the same command without --journal. ${acceptTypedIds}`,
    ];
  },
  journalNotNoted({ sheet, journal }) {
    return `The folder of ${sheet} cannot be written to, so no file beside the sheet can name its journal. Give --journal ${quoteForShell(journal)} to every later command for this sheet, also when the folder can be written to again: a command without it would send rows twice.`;
  },
  journalUnreadable({ journal, fault }) {
    return `The journal ${journal} cannot be read: ${fault.reason}. ${adviseOnFault(fault)}`;
  },
  journalNotWritable({ journal, fault }) {
    return `The journal ${journal} cannot be written (${fault.reason}). ${adviseOnFault(fault)}`;
  },
  journalWriteFailed({ journal, fault }) {
    return `The journal ${journal} cannot be written: ${fault.reason}. Free some space or check the disk, then run the same command again.`;
  },
  journalChanged({ journal }) {
    return `The journal ${journal} has changed since this run read it, so nothing more was sent. Run the same command again.`;
  },
  journalLost({ recovered, ...lost }) {
    return `${describeLoss(lost)} The complete journal is in ${recovered}. Move that file to ${lost.journal}, in place of any file that is there now, then run the same command again.${lost.event === 'missing' ? inRenamedFolder : ''}`;
  },
  journalLostForGood({ reason, ...lost }) {
    return `${describeLoss(lost)} The journal could not be saved to another file either (${reason}). Put the newest backup of the journal in its place. ${afterBackup}`;
  },
  lockLost({ lock }) {
    return `The lock ${lock} was lost: it was deleted, or this run was paused for so long that another run took it over. Nothing more was sent. When no other run is using this sheet, run the same command again.`;
  },
  journalIsNoFile({ journal, kind }) {
    return `The journal ${journal} is ${specialFileWords[kind]}, which cannot store anything. Nothing was sent. Use --journal with a file, or remove the option.`;
  },
  journalLinkIsBroken({ journal, target }) {
    return `The journal ${journal} is a symbolic link to ${target}, which cannot be found. Nothing was sent. Make it available again (perhaps its disk or network folder is not mounted), then run the same command again. Do not delete the link: without a journal, rows could be sent twice.`;
  },
  journalLineDamaged({ journal, line, isMissing }) {
    return `Line ${line} of the journal ${journal} is ${isMissing ? 'missing' : 'damaged'}. Nothing was sent: without its journal, rows could be sent twice. Move the file to another folder, keep it there, and put the newest backup of the journal in its place. ${afterBackup}`;
  },
  journalOfNewerVersion({ journal }) {
    return `The journal ${journal} was written by a newer version of rwa. Nothing was sent. Install that version, then run the same command again.`;
  },
  lockHeld({ lock, what, holder, freeAfterSeconds }) {
    const who =
      holder === undefined
        ? `Another run is using this ${what}.`
        : `Process ${holder.pid} on ${holder.host} has been using this ${what} since ${formatUtcMinute(holder.since)}.`;
    const where =
      freeAfterSeconds === undefined
        ? ''
        : ` If it was killed, try again after ${freeAfterSeconds} seconds.`;
    const otherwise =
      holder === undefined
        ? `If you are certain that no run is active, delete ${lock}.`
        : 'rwa unlock shows whether it is still active.';
    return `${who} Wait for it to end.${where} ${otherwise}`;
  },
  staleLockStays({ lock, fault }) {
    const whose = describeOwnership(lock);
    return `The lock ${lock} belongs to a run that has ended, but cannot be taken over (${fault.reason}). ${whose === undefined ? '' : `${whose} `}Delete it, then run the same command again.`;
  },
  lockNotWritable({ lock, fault }) {
    return `The lock ${lock} cannot be written (${fault.reason}). ${adviseOnFault(fault)}`;
  },
  sheetHasSecondName({ sheet, journal }) {
    return `${sheet} also exists under another name, in this folder or another one (a hard link). Under one name, rwa would not know what was sent under the other. Nothing was sent. Keep the name with a journal (${journal}) beside it, if there is one, and delete the other. Then run the same command with the name that is left.`;
  },
  rowNotUnconfirmed({ state }) {
    return `The row is not unconfirmed${state === undefined ? '' : stateWords[state]}. rwa status shows the status of every row.`;
  },
  answerTooLate() {
    return 'This row has changed since you were asked: it was resolved or sent again, or its answer was received. Nothing was recorded. rwa resolve lists the rows that still need an answer.';
  },
  answerTooEarly(message) {
    return tooEarlyText(message, 'Correct the clock of this machine');
  },
  answerIsEmployeeId({ answer }) {
    return sentence`"${value(answer)}" is the Employee ID of a row in this sheet. Enter the ID that the service shows.`;
  },
  answerIsNoId({ operation, answer }) {
    const { idNoun = 'id' } = operationWords[operation];
    const article = idNoun.startsWith('A') ? 'an' : 'a';
    return sentence`"${value(answer)}" is not ${article} ${idNoun}. Copy it from the service.`;
  },
  rowShowsForgottenId({ row, heading }) {
    return `Row ${row} still shows the ${heading} from before the person was forgotten, so it would not be sent. If it no longer exists in the service and you want to send the row again, clear its ${heading}, save the sheet and run the same command again.`;
  },
  assessmentIdMissing() {
    return '"yes" is not an Assessment ID. Copy it from the service.';
  },
  idOfEarlierAssessment(message) {
    return `${earlierIdText(message)} If there is none, the row can be sent again.`;
  },
  rowIsNotNew: ({ row }) =>
    `--new-row does not apply to row ${row}. rwa status shows the status of every row.`,
  rowSentMeanwhile: ({ row }) =>
    `Row ${row} was sent in the meantime. rwa status shows its status.`,
  rowHasNoAssessment: ({ row }) =>
    `Row ${row} has no assessment. rwa status shows the status of every row.`,
  assessmentOnlyShown: ({ operation, ...shown }) =>
    `${onlyShownText(shown)}, save the sheet and run rwa ${operation}.`,
  assessmentOnlyInSheet: ({ row, assessmentId }) =>
    `Assessment ${assessmentId} of row ${row} is not in the journal, only in the sheet. To correct it, type the right Assessment ID into the row, clear its scores and run rwa assess.`,
  idOfOtherRow({ id, isAssessment, row, owner, isEarlier }) {
    const both = otherOwnerText({ id, row, owner }, isAssessment ? 'Assessment ID' : 'ID');
    if (!isAssessment || isEarlier)
      return `${both} Check in the service which ID belongs to the row that you are resolving.`;
    return owner === undefined
      ? `${both} If it does not belong to that row, put that row back into the sheet, then run rwa resolve with --row and --not-its-assessment.`
      : `${both} If it does not belong to row ${owner}, first run rwa resolve with --row ${owner} and --not-its-assessment.`;
  },
};

const events: Readonly<Record<LossOfJournal, string>> = {
  missing: 'was deleted or moved away',
  replaced: 'was replaced by another file',
  shortened: 'was cut short or overwritten',
};

function describeLoss({ journal, event }: { journal: string; event: LossOfJournal }): string {
  return `The journal ${journal} ${events[event]} while this run used it, so nothing more was sent.`;
}
