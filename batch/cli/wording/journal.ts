import { ownership } from '../../../sheets/files/account.js';
import { faultAdvice } from '../../engine/files/faultAdvice.js';
import type { FileFault, JournalMessages, LossOfJournal } from '../../engine/journal/said.js';
import type { WordingOf } from './wordingOf.js';

/** What is said of journals. */
export const journalWording: WordingOf<JournalMessages> = {
  namedJournalIsNew({ sheet, journal, rows, firstRow }) {
    const shown =
      rows === 1
        ? `row ${firstRow} shows a result`
        : `${rows} rows show results, row ${firstRow} first`;
    return [
      `In ${sheet}, ${shown} of a run with another journal: ${journal} is new and knows nothing of it.`,
      'Give --journal the file that these runs used.',
      'If it is lost: look up in the service which of the rows without a result exist there, type their ids into the sheet, and run the same command without --journal.',
    ];
  },
  sheetHasOtherJournal({ sheet, ownJournal, journal, complete }) {
    const remedies = {
      own: 'Run the same command without --journal.',
      named: `${journal} knows all that was sent with the other, and more. Move ${ownJournal} to another folder and keep it there; then run the same command again.`,
      neither:
        'Each of them knows of requests that the other does not, so that with either alone rows could be sent again. Leave both where they are, run nothing for this sheet, and ask for help. rwa history, with and without --journal, lists the assessments that each one knows.',
    };
    return [
      `${sheet} has a journal of its own, ${ownJournal}, and ${journal} is another file. With two journals a row is sent twice. Nothing was sent.`,
      remedies[complete],
    ];
  },
  journalOfOtherService({ journal, itsService, service }) {
    return `This sheet was used with ${itsService}, and its journal ${journal} says so. To use it with ${service} too, use a copy of the sheet.`;
  },
  journalUnreadable({ journal, fault }) {
    return `The journal ${journal} cannot be read: ${fault.reason}. ${adviceOn(fault)}`;
  },
  journalNotWritable({ journal, fault }) {
    return `The journal ${journal} cannot be written (${fault.reason}). ${adviceOn(fault)}`;
  },
  journalWriteFailed({ journal, reason }) {
    return `The journal ${journal} cannot be written: ${reason}. Make room or check the disk, then run the same command again.`;
  },
  journalChanged({ journal }) {
    return `The journal ${journal} has changed since this run read it, so nothing more was sent. Run the same command again.`;
  },
  journalLost({ recovered, ...lost }) {
    return `${lossOf(lost)} All that is known is in ${recovered}. Move that file to ${lost.journal}, in place of any file that is there now, then run the same command again.`;
  },
  journalLostForGood({ reason, ...lost }) {
    return `${lossOf(lost)} What is known could not be kept in another file either (${reason}). Put the latest journal back before you run anything for this sheet.`;
  },
  lockLost({ lock }) {
    return `The lock ${lock} is no longer this run's: it was deleted, or this run stood still for so long that another took it over. Nothing more was sent. When no other run of this sheet goes on, run the same command again.`;
  },
  journalIsNoFile({ journal, kind }) {
    return `The journal ${journal} is ${kind}, which keeps nothing. Nothing was sent. Name the file that is the journal, or leave --journal out.`;
  },
  journalLinkIsBroken({ journal, target }) {
    return `The journal ${journal} is a symbolic link to ${target}, which is not there. Nothing was sent. Make it available again (perhaps its disk or network folder is not mounted), then run the same command again. Do not delete the link: without a journal rows could be sent twice.`;
  },
  journalLineDamaged({ journal, line, isMissing }) {
    return `Line ${line} of the journal ${journal} is ${isMissing ? 'missing' : 'damaged'}. Nothing was sent: without its journal rows could be sent twice. Keep the file under another name and put the newest backup of the journal in its place. What was sent since that backup nobody knows here, so look it up in the service before you run the same command again: docs/files.md says how, under Restore.`;
  },
  lockHeld({ lock, what, holder, freeAfterSeconds }) {
    const who =
      holder === undefined
        ? `Another run holds this ${what}.`
        : `Process ${holder.pid} on ${holder.host} has held this ${what} since ${holder.since}.`;
    const where =
      freeAfterSeconds === undefined
        ? ''
        : ` It runs in another container or on another machine. If it was killed there, the same command works ${freeAfterSeconds} seconds later.`;
    return `${who} Wait for it to end.${where} If it is certain that no run goes on, delete ${lock}.`;
  },
  staleLockStays({ lock, reason }) {
    const whose = ownership(lock);
    return `The lock ${lock} is of a run that has ended, and cannot be taken over (${reason}). ${whose === undefined ? '' : `${whose} `}Delete it, then run the same command again.`;
  },
  lockNotWritable({ lock, fault }) {
    return `The lock ${lock} cannot be written (${fault.reason}). ${adviceOn(fault)}`;
  },
  sheetHasSecondName({ sheet, journal }) {
    return `${sheet} has another name in this folder or another one (a hard link), and under one name rwa would not know what was sent under the other. Nothing was sent. Keep the name with a journal (${journal}) beside it, if there is one, and delete the other. Then run the same command with the name that is left.`;
  },
  rowNotUnconfirmed({ state }) {
    return `The row is no longer unconfirmed${state === undefined ? '' : ` but ${state}`}. rwa status lists where each row stands.`;
  },
  idOfEarlierAssessment({ assessmentId }) {
    return `The Assessment ID ${assessmentId} is that of the row's earlier assessment. The new one has an id of its own.`;
  },
  idOfOtherRow({ id, isAssessment, row, owner }) {
    const what = isAssessment ? 'Assessment ID' : 'id';
    const first = isAssessment
      ? ` If it is not that of ${nameOf(owner)}, say so first: run rwa resolve with --not-its-assessment for ${nameOf(owner)}.`
      : '';
    return `The ${what} ${id} belongs to ${nameOf(owner)} already, and cannot be that of ${nameOf(row)} too.${first}`;
  },
};

const events: Readonly<Record<LossOfJournal, string>> = {
  missing: 'was deleted or moved away',
  replaced: 'was replaced by another file',
  shortened: 'was cut short or overwritten',
};

function lossOf({ journal, event }: { journal: string; event: LossOfJournal }): string {
  return `The journal ${journal} ${events[event]} while this run used it, so nothing more was sent.`;
}

function adviceOn(fault: FileFault): string {
  return faultAdvice(fault, fault.path);
}

function nameOf(row: number | undefined): string {
  return row === undefined ? 'another row of the journal' : `row ${row}`;
}
