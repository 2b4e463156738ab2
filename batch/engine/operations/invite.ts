import type { Invitation } from '../../../src/staff.js';
import { count } from '../wording/words.js';
import { idChars, statusColumns } from './sheetOperation.js';
import { submission } from './submission.js';

/** create_pending_user for each row. A person is known by the email address. */
export const invite = submission({
  command: 'invite',
  name: 'create_pending_user',
  columns: [
    ...statusColumns('Invitation'),
    // A "User ID" of a staff list is the company's own.
    {
      name: 'id',
      heading: 'Invited user ID',
      kind: 'text',
      widthChars: idChars,
      stays: true,
      of: ({ userId }) => userId,
    },
    {
      name: 'doneAt',
      heading: 'Invited at',
      kind: 'dateTime',
      stays: true,
      of: ({ doneAt }) => doneAt,
    },
  ],
  identity: 'email',
  unique: 'staff_id',
  remedies: { staff_id: 'Fill in the Staff ID.' },
  each: 'invitation',
  succeeded: 'Invited',
  async submit(client, request, options) {
    const invited = await client.createPendingUser(request as Invitation, options);
    return invited.ok ? { ok: true, value: { id: invited.value.userId } } : invited;
  },
  words: {
    toDo: 'to invite',
    passive: 'invited',
    doAll: 'Invite everybody in the sheet',
    doRest: 'Or invite those whose rows are right',
    question: (rows) => `Invite ${count(rows, 'person', 'people')}`,
    allDone: 'everybody is invited',
    describe: ({ first_name = '', last_name = '', email = '', staff_id = '' }) => [
      `${first_name} ${last_name}`,
      email,
      `Staff ID ${staff_id}`,
    ],
    id: 'user ID',
    duplicate: 'Delete one of the rows.',
    refused: {
      'Could not create pending user':
        'Check the details, and whether this person has an account already, before you try again.',
    },
    changed:
      'Invited, but with other details than these. An invitation cannot be changed from here: change the account in the service, or put the old details back.',
    unconfirmed:
      'The invitation may have gone out: look in the service or ask the person, then run rwa resolve --for invite.',
  },
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
});
