import type { Invitation } from '../../../src/staff.js';
import { idChars, createReferenceColumn, createStatusColumns } from './sheetOperation.js';
import { createSubmission } from './submission.js';

export const invite = createSubmission({
  command: 'invite',
  columns: [
    ...createStatusColumns('Invitation'),
    // "User ID" is left out: in a staff list, this heading means the company's own ID.
    {
      name: 'id',
      heading: 'Invited user ID',
      kind: 'text',
      widthChars: idChars,
      isKeptInHeldRow: true,
      readValue: ({ userId }) => userId,
    },
    {
      name: 'doneAt',
      heading: 'Invited at',
      kind: 'dateTime',
      isKeptInHeldRow: true,
      readValue: ({ doneAt }) => doneAt,
    },
    createReferenceColumn('Invitation'),
  ],
  identity: 'email',
  unique: 'staff_id',
  remedies: { staff_id: { code: 'fillInStaffId' } },
  async submit(client, request, options) {
    const invited = await client.createPendingUser(request as Invitation, options);
    return invited.ok ? { ok: true, value: { id: invited.value.userId } } : invited;
  },
});
