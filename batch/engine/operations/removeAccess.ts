import { invitationFields } from '../../../src/staff.js';
import { count } from '../wording/words.js';
import { statusColumns } from './sheetOperation.js';
import { submission } from './submission.js';

const { first_name, last_name, email } = invitationFields;
const name = { ...first_name, label: 'Name', aliases: ['Full name', 'Employee name'] };

/** remove_user_access for each row. */
export const removeAccess = submission({
  command: 'remove-access',
  name: 'remove_user_access',
  columns: [
    ...statusColumns('Access'),
    {
      name: 'doneAt',
      heading: 'Removed at',
      kind: 'dateTime',
      stays: true,
      of: ({ doneAt }) => doneAt,
    },
  ],
  context: { name, first_name, last_name, email },
  identity: 'staff_id',
  each: 'person',
  succeeded: 'Removed',
  async submit(client, request, options) {
    const { staff_id } = request as { staff_id: string };
    const removed = await client.removeUserAccess(staff_id, options);
    return removed.ok ? { ok: true, value: {} } : removed;
  },
  words: {
    toDo: 'to remove',
    passive: 'sent',
    doAll: 'Remove the access of everybody in the sheet',
    doRest: 'Or remove the access of those whose rows are right',
    question: (rows) => `Remove the access of ${count(rows, 'person', 'people')}`,
    allDone: 'the access of everybody is removed',
    describe: ({ staff_id = '' }) => [`Staff ID ${staff_id}`],
    requiresTypedConfirmation: {
      list: 'Whose access will be removed:',
      what: (rows) => `the access of ${count(rows, 'person', 'people')}`,
    },
    duplicate: 'Delete one of the rows.',
    refused: {
      'must match exactly one user':
        'Nobody has this Staff ID, or several people have it: look in the service.',
    },
    unconfirmed: 'Run rwa remove-access again: it sends the same once more, which changes nothing.',
  },
  example: {
    file: 'leavers.xlsx',
    sheet: 'Leavers',
    shows: 'two people',
    values: { staff_id: ['EXAMPLE-1', 'EXAMPLE-2'] },
  },
});
