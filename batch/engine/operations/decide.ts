import { type Decision, externalEventIdOf } from '../../../src/decision.js';
import { statusColumns } from './sheetOperation.js';
import { submission } from './submission.js';

/** rwa_update for each row with a decision. */
export const decide = submission({
  command: 'decide',
  name: 'rwa_update',
  columns: [
    ...statusColumns('Decision'),
    {
      name: 'doneAt',
      heading: 'Decided at',
      kind: 'dateTime',
      stays: true,
      of: ({ doneAt }) => doneAt,
    },
  ],
  trigger: 'status',
  identity: 'assessmentId',
  keysAre: 'assessmentId',
  writtenByUs: ['assessmentId'],
  remedies: {
    assessmentId: 'Assess the row first, with rwa assess.',
    status: 'Choose one of these.',
    managerId: 'Fill in the Staff ID of the manager who decides.',
    complianceTeamMemberId: 'Fill in the Staff ID of the compliance team member who decides.',
    cancelledByStaffId: 'Fill in the Staff ID of the person who cancels.',
  },
  succeeded: 'Decided',
  async submit(client, request, options, earlier) {
    const decision = request as Decision;
    const externalEventId = decision.externalEventId ?? externalEventIdOf(decision, earlier);
    const decided = await client.updateAssessment({ ...decision, externalEventId }, options);
    return decided.ok ? { ok: true, value: {} } : decided;
  },
});
