import { count } from '../../wording/words.js';
import type { OperationWords } from './operationWords.js';
import { staffIdRefused } from '../../wording/refusals.js';

const help = `
The sheet needs the column Staff ID. The command lists the people first and asks
you to type how many there are; --yes skips this. Accounts and assessments are
kept; only the access is removed.
To remove the access of somebody who was restored in the service:
  rwa resolve leavers.xlsx --for remove-access --row 4 --send-again

Examples:
  rwa check leavers.xlsx --for remove-access    list problems; nothing is sent
  rwa remove-access leavers.xlsx`;

export const removeAccessWords: OperationWords = {
  description: 'remove the access of every person in the sheet (test environment only)',
  rowNoun: 'person',
  infinitive: 'to remove',
  participle: 'sent',
  sendAllStep: 'Remove the access of everybody in the sheet',
  sendValidStep: 'Or remove the access of only the people in valid rows',
  action: (rows) => `Remove the access of ${count(rows, 'person', 'people')}`,
  allDonePhrase: "everybody's access is removed",
  describe: ({ staff_id = '' }) => [`Staff ID ${staff_id}`],
  typedConfirmation: {
    listTitle: 'Access will be removed for:',
    removal: (rows) => `the access of ${count(rows, 'person', 'people')}`,
  },
  duplicatePrefix: 'Same Staff ID as row',
  rejectionAdvice: staffIdRefused,
  unconfirmedAdvice:
    'Run rwa remove-access again: it sends the same request again, which is harmless.',
  help,
  example: {
    file: 'leavers.xlsx',
    sheet: 'Leavers',
    shows: 'two people',
    values: { staff_id: ['EXAMPLE-1', 'EXAMPLE-2'] },
  },
};
