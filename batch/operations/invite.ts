import type { Invitation } from '../../src/staff.js';
import { count } from '../output/terminal.js';
import { standingColumns } from './sheetOperation.js';
import { submission } from './submission.js';

/** create_pending_user for each row. A person is known by the email address. */
export const invite = submission({
  command: 'invite',
  name: 'create_pending_user',
  columns: [
    ...standingColumns('Invitation'),
    { name: 'id', heading: 'User ID', kind: 'text', of: ({ userId }) => userId },
    { name: 'doneAt', heading: 'Invited at', kind: 'dateTime', of: ({ doneAt }) => doneAt },
  ],
  caseOf: ({ email }) => String(email).toLowerCase(),
  each: 'invitation',
  done: 'Invited',
  sameCase: 'the same email address',
  unique: 'staff_id',
  async submit(client, request, options) {
    const invited = await client.createPendingUser(request as Invitation, options);
    return invited.ok ? { ok: true, value: { id: invited.value.userId } } : invited;
  },
  words: {
    toDo: 'to invite',
    passive: 'invited',
    verb: 'Invite',
    question: (rows) => `Invite ${count(rows, 'person', 'people')}`,
    allDone: 'everybody is invited',
    describe: ({ first_name = '', last_name = '', email = '', staff_id = '' }) => [
      `${first_name} ${last_name}`,
      email,
      `Staff ID ${staff_id}`,
    ],
    id: 'User ID',
    duplicate: 'Remove one of them.',
    unconfirmed:
      'The invitation may have gone out: look in the service or ask the person, then run rwa resolve --for invite.',
  },
});
