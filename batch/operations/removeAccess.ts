import { count } from '../output/terminal.js';
import { standingColumns } from './sheetOperation.js';
import { submission } from './submission.js';

/** remove_user_access for each row. */
export const removeAccess = submission({
  command: 'remove-access',
  name: 'remove_user_access',
  columns: [
    ...standingColumns('Access'),
    { name: 'doneAt', heading: 'Removed at', kind: 'dateTime', of: ({ doneAt }) => doneAt },
  ],
  caseOf: ({ staff_id }) => String(staff_id),
  each: 'person',
  done: 'Removed',
  sameCase: 'the same Staff ID',
  async submit(client, request, options) {
    const { staff_id } = request as { staff_id: string };
    const removed = await client.removeUserAccess(staff_id, options);
    return removed.ok ? { ok: true, value: {} } : removed;
  },
  words: {
    toDo: 'to remove',
    passive: 'removed',
    verb: 'Remove',
    question: (rows) => `Remove the access of ${count(rows, 'person', 'people')}`,
    allDone: 'the access of everybody is removed',
    describe: ({ staff_id = '' }) => [`Staff ID ${staff_id}`],
    grave: {
      list: 'Access will be removed of:',
      what: (rows) => `the access of ${count(rows, 'person', 'people')}`,
    },
    duplicate: 'Remove one of them.',
    unconfirmed: 'Run rwa remove-access again: it sends the same once more, which changes nothing.',
  },
});
