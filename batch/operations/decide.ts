import { type Decision, externalEventIdOf } from '../../src/decision.js';
import { count } from '../output/terminal.js';
import { standingColumns } from './sheetOperation.js';
import { submission } from './submission.js';

/** rwa_update for each row with a decision. */
export const decide = submission({
  command: 'decide',
  name: 'rwa_update',
  columns: [
    ...standingColumns('Decision'),
    { name: 'doneAt', heading: 'Decided at', kind: 'dateTime', of: ({ doneAt }) => doneAt },
  ],
  trigger: 'status',
  caseOf: ({ assessmentId }) => String(assessmentId),
  each: 'decision',
  done: 'Decided',
  sameCase: 'the same assessment',
  async submit(client, request, options, earlier) {
    const decision = request as Decision;
    const externalEventId = decision.externalEventId ?? externalEventIdOf(decision, earlier);
    const decided = await client.updateAssessment({ ...decision, externalEventId }, options);
    return decided.ok ? { ok: true, value: {} } : decided;
  },
  words: {
    toDo: 'to decide',
    passive: 'decided',
    verb: 'Decide',
    question: (rows) => `Record ${count(rows, 'decision')}`,
    allDone: 'every decision is recorded',
    describe: ({ assessmentId = '', status = '' }) => [`assessment ${assessmentId}`, status],
    duplicate: 'Remove one of them.',
    unconfirmed:
      'Run rwa decide again: it sends the same decision once more, which changes nothing.',
  },
});
