import { invitationFields } from '../../../src/staff.js';
import { createReferenceColumn, createStatusColumns } from './sheetOperation.js';
import { createSubmission } from './submission.js';

const { first_name, last_name, email } = invitationFields;
const name = { ...first_name, label: 'Name', aliases: ['Full name', 'Employee name'] };

export const removeAccess = createSubmission({
  command: 'remove-access',
  columns: [
    ...createStatusColumns('Access'),
    {
      name: 'doneAt',
      heading: 'Removed at',
      kind: 'dateTime',
      isKeptInHeldRow: true,
      readValue: ({ doneAt }) => doneAt,
    },
    createReferenceColumn('Access'),
  ],
  context: { name, first_name, last_name, email },
  identity: 'staff_id',
  keysAre: 'employeeId',
  requiresTypedConfirmation: true,
  async submit(client, request, options) {
    const { staff_id } = request as { staff_id: string };
    const removed = await client.removeUserAccess(staff_id, options);
    return removed.ok ? { ok: true, value: {} } : removed;
  },
});
