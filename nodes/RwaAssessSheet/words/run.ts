import { formatRemedy } from '../../../src/requestWords.js';
import type { Messages } from '../../../batch/engine/message.js';
import { planWording, createRowsNotInSheetText } from '../../../batch/wording/plan.js';
import { removedOnPurposeText, createRunWording } from '../../../batch/wording/run.js';
import { serviceRefusalText } from '../../../batch/wording/serviceRefusalText.js';
import { formatRow } from '../../../batch/wording/formatRow.js';
import { capitalize, count, listFirstRows } from '../../../batch/wording/words.js';
import { createWorkWording } from '../../../batch/wording/work.js';
import type { Wordings } from '../../../batch/wording/wordings.js';
import { advice, byNumber } from './advice.js';
import { rowSelection } from '../properties.js';

type OwnMessages = Pick<
  Messages,
  | 'rowsCopied'
  | 'rowsNotInSheet'
  | 'assessmentsWithoutRow'
  | 'serviceUnusable'
  | 'assessmentUnknown'
  | 'resultsInJournal'
  | 'journalWriteFailed'
>;

const ownWording: Wordings<OwnMessages> = {
  rowsCopied({ rows }) {
    return rows.length === 1
      ? `${capitalize(listFirstRows(rows))} was copied from another row and counts as new.`
      : `${count(rows.length, 'row')} were copied from others and count as new: ${listFirstRows(rows)}.`;
  },
  rowsNotInSheet: createRowsNotInSheetText(rowSelection.rowNumbers),
  assessmentsWithoutRow({ count: orphans }) {
    const [were, them, exist, rows] =
      orphans === 1 ? ['was', 'it', 'it exists', 'row'] : ['were', 'them', 'they exist', 'rows'];
    // When a person reads this message, the execution has already sent its rows.
    return `${count(orphans, 'assessment')} ${were} created before and never written to a workbook, and no row of this sheet matches ${them}: ${exist} only in the service. If the ${rows} ${were} corrected since, this execution has assessed ${them} as new. ${removedOnPurposeText(orphans)}`;
  },
  serviceUnusable({ service, failure }) {
    return serviceRefusalText(failure, service, 'the credential');
  },
  assessmentUnknown({ service, assessmentId, row }) {
    return [
      `${service} has no assessment ${assessmentId} of ${formatRow(row)}, which it created before. The token may belong to another company, or the base URL to another service. Nothing was sent.`,
      'Check the credential, then execute the workflow again with the same workbook.',
    ];
  },
  journalWriteFailed({ fault }) {
    return `n8n could not store which rows are sent (${fault.reason}), so nothing more was sent. Check that the n8n database works.`;
  },
  resultsInJournal() {
    return 'Whatever this execution has assessed exists in the service, but is not in the workbook. Enter the Assessment IDs from the service in its rows, in a column with the heading Assessment ID, before you use Assess on it.';
  },
};

/**
 * Returns advice for the time before the next execution. The usual hints are about one request: "try
 * again" could reassess rows that are done.
 */
function adviseServiceCheck(failure: Messages['rowsInARowFailed']['failure']): string {
  if (!('delivery' in failure)) return '';
  const { code, remedy } = failure;
  if (remedy !== undefined) return ` ${formatRemedy(remedy)}`;
  return code === 'not_sent' ? ' Check the base URL and the network.' : '';
}

/** Messages about a whole run. They are for the person who maintains the workflow. */
export const runWording = {
  ...planWording,
  ...createWorkWording(advice, adviseServiceCheck),
  ...createRunWording({
    ...advice,
    lookUp: 'Follow the message in that row.',
    wrongId: 'If an Assessment ID is wrong, follow the message in its row.',
    rowNoun: () => 'assessment',
    howToAssess: (them) => `The operation Assess assesses ${them}.`,
    fetchAgain: (operation, rows) =>
      operation === 'reassess'
        ? `Use Assess Again on the returned workbook with ${byNumber} and only the ${rows === 1 ? 'number of this row' : 'numbers of these rows'}.`
        : 'Use Assess on the returned workbook.',
    decideAgain: 'Look at the new results, then record each decision for the new Assessment ID.',
    whereWhy: 'the workbook shows the reason',
    keepOne: 'delete all but one of them',
    howToListUnconfirmed: (_operation, them) =>
      `Look for ${them} in the service before you send ${them} again.`,
  }),
  ...ownWording,
};
