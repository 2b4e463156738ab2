import type { SheetCommand } from '../../engine/operations/said.js';
import { assessmentExample } from './assessmentExample.js';
import type { Example } from './example.js';

/** The example rows in the template of each operation. */
export const examples: Readonly<Record<SheetCommand, Example>> = {
  assess: assessmentExample,
  reassess: assessmentExample,
  decide: {
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
  invite: {
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
  'remove-access': {
    file: 'leavers.xlsx',
    sheet: 'Leavers',
    shows: 'two people',
    values: { staff_id: ['EXAMPLE-1', 'EXAMPLE-2'] },
  },
};
