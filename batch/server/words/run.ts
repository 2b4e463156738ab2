import type {
  PlanMessages,
  RunMessages,
  ServiceMessages,
  WorkMessages,
} from '../../engine/run/runMessages.js';
import { planWording as sharedPlanWording } from '../../wording/plan.js';
import { removedOnPurposeText, rowsInUseText, createRunWording } from '../../wording/run.js';
import { sentence, value } from '../../wording/sentence.js';
import { sameServiceText, createServiceWording } from '../../wording/service.js';
import { formatRow } from '../../wording/formatRow.js';
import { capitalize, count, listFirstRows } from '../../wording/words.js';
import { notRecordedText, createWorkWording } from '../../wording/work.js';
import type { Wordings } from '../../wording/wordings.js';
import { advice, inDownload, rowNouns, startRun } from './advice.js';
import { restoreBackup } from './journal.js';

export const planWording: Wordings<PlanMessages> = {
  ...sharedPlanWording,
  rowsDoneInSheet({ count: rows, status, isRepeatedInRounds }) {
    const [are, each] = rows === 1 ? ['is', 'the row'] : ['are', 'each row'];
    const done = `${count(rows, 'row')} ${are} already ${status} in this file and ${are} not sent`;
    return isRepeatedInRounds
      ? `${done}: the Row reference of ${each} matches its inputs.`
      : `${done}.`;
  },
  tooManyNew: ({ rows, most }) =>
    `${count(rows, 'row')} would be assessed for the first time, but at most ${most.toLocaleString('en')} may be. Nothing was sent. If the sheet is right, allow more, or start without a limit.`,
  rowsNotInSheet({ rows: [first, last], of: [from, to] }) {
    const isAmongRows = first > from && last < to;
    if (!isAmongRows) {
      return `The sheet has no inputs in ${first === last ? `row ${first}` : `rows ${first} to ${last}`}. Its rows are ${from} to ${to}.`;
    }
    return first === last
      ? `Row ${first} is not read: it is empty or ignored.`
      : `Rows ${first} to ${last} are not read: they are empty or ignored.`;
  },
  countryNotInSheet({ label, value: country, suggestion }) {
    const none = sentence`No row has the ${label} "${value(country)}"`;
    return suggestion === undefined
      ? sentence`${none}. Check the spelling.`
      : sentence`${none}. Did you mean "${value(suggestion)}"?`;
  },
  rowCannotBeResolved: ({ row }) =>
    `Row ${row} is not unconfirmed any more. Reload the page to see its status.`,
};

export const runWording: Wordings<RunMessages> = {
  ...createRunWording({
    ...advice,
    rowNoun: (operation) => rowNouns[operation],
    howToAssess: (them) => `"Assess" assesses ${them}.`,
    fetchAgain: (operation, rows) =>
      operation === 'reassess'
        ? `To try again, press "Reassess" with the ${rows === 1 ? 'number of this row' : 'numbers of these rows'} under "Only these rows".`
        : `To try again, ${startRun}.`,
    decideAgain: 'Look at the new results, and decide again.',
    whereWhy: 'the message of the row shows the reason',
    keepOne: `do not start: delete all but one of them ${inDownload}`,
    howToListUnconfirmed: (_operation, them) =>
      `At the top of Results, answer the question about ${them}.`,
  }),
  assessmentsWithoutRow({ count: orphans }) {
    // `pronoun` refers to the assessments first, and later to their rows.
    const [verb, pronoun, row, numbers] =
      orphans === 1
        ? ['was', 'it', 'the row that it was created for, that row', 'row number']
        : ['were', 'them', 'the rows that they were created for, those rows', 'row numbers'];
    return `${count(orphans, 'assessment')} ${verb} created before, and no row of this sheet matches ${pronoun} any more. If you have corrected ${row} would be assessed a second time: first undo the correction under Check and ${startRun}. Then correct ${pronoun} once more, and use "Reassess" for the new inputs, with the ${numbers} under "Only these rows". ${removedOnPurposeText(orphans)}`;
  },
  journalOlderThanSheet({ rows }) {
    const shows = rows.length === 1 ? 'shows a result' : 'show results';
    return [
      `This server's record is older than the sheet: ${listFirstRows(rows)} ${shows} that it does not contain. The data folder may have been restored from a backup, and rows could be sent twice.`,
      restoreBackup,
    ];
  },
  rowsInUse: (message) => `${rowsInUseText(message)} Wait for it to end.`,
  rowsSentElsewhere({ rows, sheet }) {
    const [were, are] = rows.length === 1 ? ['was', 'is'] : ['were', 'are'];
    return `${capitalize(listFirstRows(rows))} ${were} sent from ${sheet} before and ${are} not sent again.`;
  },
  otherJournalKnowsRows: ({ journals }) =>
    `Other records contain rows of this sheet as sent: ${journals.map(({ rows }) => listFirstRows([...rows])).join(', ')}. Without these records, they would be sent again. ${restoreBackup}`,
};

/** Only the person who started the server can change it. */
const token = 'the company token that this server was started with';

export const serviceWording: Wordings<ServiceMessages> = {
  ...createServiceWording({ token, waitOption: '' }),
  assessmentUnknown({ service, assessmentId, row, sheet, isOnlyInSheet = false }) {
    const name = formatRow(row);
    const of = sheet === undefined ? name : `${name} of ${sheet}`;
    const notItsAssessment = `open ${of} under Results and choose "This is not its assessment…", then start again`;
    const clearId = `clear the Assessment ID of ${of} in the file and upload it as a new sheet`;
    const undo =
      'undo what has changed its row under Match or Check, and start again: this message then names the row';
    const known = isOnlyInSheet ? clearId : notItsAssessment;
    const remedy = row === undefined ? undo : known;
    return [
      `${service} has no assessment ${assessmentId} of ${of}, which ${isOnlyInSheet ? 'the file shows with scores' : 'this server recorded'}. Nothing was sent.`,
      `Ask the person who runs this server to check the base URL and ${token}: they may belong to another company or service.`,
      `If the assessment was removed from the service, ${remedy}.`,
    ];
  },
  isNoOtherService: ({ service, differentService, assessmentId }) =>
    `${service} has assessment ${assessmentId}, which was sent to ${differentService}: ${sameServiceText} Ask the person who runs this server to confirm that at the next start.`,
};

export const workWording: Wordings<WorkMessages> = {
  ...createWorkWording(advice),
  rowNotRecorded: (outcome) =>
    notRecordedText(outcome, 'you will be asked for it under "Needs review"'),
};
