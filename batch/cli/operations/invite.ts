import { count } from '../../wording/words.js';
import type { OperationWords } from './operationWords.js';
import { accountRefused, invitedWithOtherDetails } from '../../wording/refusals.js';

const help = `
The sheet needs the columns First name, Last name, Email and Staff ID. The
service sends the invitations by email. No email address is invited twice: if
the answer to an invitation was lost, the row is unconfirmed until you run rwa
resolve --for invite.
To restore somebody whose access was removed, run this, then invite again:
  rwa resolve staff.xlsx --for invite --row 4 --send-again

Examples:
  rwa check staff.xlsx --for invite    list problems; nothing is sent
  rwa invite staff.xlsx`;

export const inviteWords: OperationWords = {
  description: 'invite a compliance team member for every row',
  rowNoun: 'invitation',
  infinitive: 'to invite',
  participle: 'invited',
  sendAllStep: 'Invite everybody in the sheet',
  sendValidStep: 'Or invite only the people in valid rows',
  action: (rows) => `Invite ${count(rows, 'person', 'people')}`,
  allDonePhrase: 'everybody is invited',
  describe: ({ first_name = '', last_name = '', email = '', staff_id = '' }) => [
    `${first_name} ${last_name}`,
    email,
    `Staff ID ${staff_id}`,
  ],
  idNoun: 'user ID',
  rejectionAdvice: accountRefused,
  changedMessage: `${invitedWithOtherDetails}, or restore the old details.`,
  unconfirmedAdvice:
    'The invitation may have gone out: check in the service or ask the person, then run rwa resolve --for invite.',
  help,
  example: {
    file: 'invitations.xlsx',
    sheet: 'Invitations',
    shows: 'two people',
    values: {
      first_name: ['Ada', 'Bo'],
      last_name: ['Example', 'Example'],
      email: ['ada@example.com', 'bo@example.com'],
      staff_id: ['EXAMPLE-1', 'EXAMPLE-2'],
    },
  },
};
