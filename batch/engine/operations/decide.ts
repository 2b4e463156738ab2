import { type Decision, externalEventIdOf } from '../../../src/decision.js';
import { count } from '../wording/words.js';
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
  writtenByUs: ['assessmentId'],
  newCase:
    ' One that was assessed again has a new assessment, and the decision was on the one before.',
  remedies: {
    assessmentId: 'Assess the row first, with rwa assess.',
    status: 'Choose one of these.',
    managerId: 'Fill in the Staff ID of the manager who decides.',
    complianceTeamMemberId: 'Fill in the Staff ID of the compliance team member who decides.',
    cancelledByStaffId: 'Fill in the Staff ID of the person who cancels.',
  },
  each: 'decision',
  succeeded: 'Decided',
  async submit(client, request, options, earlier) {
    const decision = request as Decision;
    const externalEventId = decision.externalEventId ?? externalEventIdOf(decision, earlier);
    const decided = await client.updateAssessment({ ...decision, externalEventId }, options);
    return decided.ok ? { ok: true, value: {} } : decided;
  },
  words: {
    toDo: 'to record',
    passive: 'recorded',
    doAll: 'Record the decisions',
    doRest: 'Or record the decisions that are right',
    question: (rows) => `Record ${count(rows, 'decision')}`,
    allDone: 'every decision is recorded',
    describe: ({ assessmentId = '', status = '' }) => [`assessment ${assessmentId}`, status],
    duplicate: 'Delete one of the rows.',
    refused: {
      'RWA not found': 'Check the Assessment ID, and that the company token is of its company.',
      'registered, activated':
        'If the decision is not theirs, clear the cell; if it is, it can be recorded once they have accepted their invitation.',
    },
    unconfirmed:
      'Run rwa decide again: it sends the same decision once more, which changes nothing.',
  },
  example: {
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
});
