import { type Decision, createExternalEventId } from '../../../src/decision.js';
import { assess } from './assess.js';
import { createReferenceColumn, createStatusColumns } from './sheetOperation.js';
import { createSubmission } from './submission.js';

export const decide = createSubmission({
  command: 'decide',
  about: assess,
  columns: [
    ...createStatusColumns('Decision'),
    {
      name: 'doneAt',
      heading: 'Decided at',
      kind: 'dateTime',
      isKeptInHeldRow: true,
      readValue: ({ doneAt }) => doneAt,
    },
    createReferenceColumn('Decision'),
  ],
  trigger: 'status',
  identity: 'assessmentId',
  keysAre: 'assessmentId',
  writtenByUs: ['assessmentId'],
  remedies: {
    assessmentId: { code: 'assessFirst' },
    status: { code: 'chooseOne' },
    managerId: { code: 'fillInStaffId', whose: 'manager' },
    complianceTeamMemberId: { code: 'fillInStaffId', whose: 'complianceTeamMember' },
    cancelledByStaffId: { code: 'fillInStaffId', whose: 'canceller' },
  },
  async submit(client, request, options, earlier) {
    const decision = request as Decision;
    const externalEventId = decision.externalEventId ?? createExternalEventId(decision, earlier);
    const decided = await client.updateAssessment({ ...decision, externalEventId }, options);
    return decided.ok ? { ok: true, value: {} } : decided;
  },
});
