import { count } from '../../wording/words.js';
import type { OperationWords } from './operationWords.js';

const help = `
The sheet needs the columns Assessment ID and Decision, and the ID that the
decision requires:
  Manager Approved       Manager ID
  Compliance Approved    Compliance team member ID, of an activated account
  Rejected               one of the two above
  Canceled               Cancelled by staff ID
  Pending                none
A Note is optional. Rows without a Decision are skipped. A recorded decision is
sent again only if it has changed. A row whose Assessment ID belongs to another
row is not sent: run rwa assess first. If the sheet was assessed with --columns
or --set, add the same inputs here.

Examples:
  rwa check hires.xlsx --for decide    list problems; nothing is sent
  rwa decide hires.xlsx`;

export const decideWords: OperationWords = {
  description: 'record the decision of every row that has one',
  rowNoun: 'decision',
  infinitive: 'to record',
  participle: 'recorded',
  sendAllStep: 'Record the decisions',
  sendValidStep: 'Or record only the valid decisions',
  action: (rows) => `Record ${count(rows, 'decision')}`,
  allDonePhrase: 'every decision is recorded',
  describe: ({ assessmentId = '', status = '' }) => [`assessment ${assessmentId}`, status],
  rejectionAdvice: {
    'RWA not found':
      'Check the Assessment ID, and that the company token belongs to the same company.',
    'registered, activated':
      'If they did not make the decision, clear the cell; if they did, it can be recorded once they have accepted their invitation.',
  },
  newRowHint:
    'A row that was assessed again has a new assessment; the decision was on the previous one.',
  unconfirmedAdvice: 'Run rwa decide again: it sends the same decision again, which is harmless.',
  help,
  example: {
    file: 'decisions.xlsx',
    sheet: 'Decisions',
    shows: 'an approval and a rejection',
    values: {
      assessmentId: ['1700000000000x100000000000000001', '1700000000000x100000000000000002'],
      status: ['Manager Approved', 'Rejected'],
      note: ['', 'Please apply again for a shorter stay.'],
      managerId: ['EXAMPLE-1', ''],
      complianceTeamMemberId: ['', 'EXAMPLE-2'],
      cancelledByStaffId: ['', ''],
    },
  },
};
