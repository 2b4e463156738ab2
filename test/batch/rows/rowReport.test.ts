import { expect, test } from 'vitest';
import { hashWithoutSalt } from '../../../batch/engine/intake/rowKey.js';
import { assess } from '../../../batch/engine/operations/assess.js';
import { invite } from '../../../batch/engine/operations/invite.js';
import { findBlock } from '../../../batch/engine/rows/plannedRow.js';
import { createRowReport } from '../../../batch/engine/run/createRowReport.js';
import { inWords } from '../../../batch/cli/wording/wording.js';
import type { RowState } from '../../../batch/engine/journal/rowState.js';
import { createRequestFailure } from '../../serviceMessages.js';

const times = { at: '2026-11-03T09:31:07.250Z', sentAt: '2026-11-03T09:30:59.125Z' };

test.each<[what: string, state: RowState, message: string]>([
  ['a request that was never answered', { state: 'Sent', ...times }, 'Sent 2026-11-03 09:30 UTC. '],
  [
    'a result that could not be read',
    { state: 'Pending', assessmentId: 'a-1', reason: createRequestFailure('Not Found.'), ...times },
    'Reading the result failed at 2026-11-03 09:31 UTC. Not Found.',
  ],
])('a message contains times in a readable form: %s', (_what, state, message) => {
  const row = { number: 2, key: 'a', inputs: {} };
  const report = createRowReport(assess, row, state, { sendDuplicates: false });
  expect(report.message && inWords(report.message).slice(0, message.length)).toBe(message);
});

test('a message about a blocked row contains the time of the other request in a readable form', () => {
  const ada = { first_name: 'Ada', last_name: 'Ek', email: 'new@example.com', staff_id: 'E-1' };
  const state: RowState = { state: 'Unconfirmed', employee: hashWithoutSalt('E-1'), ...times };
  const round = { number: 1, nowMs: 0 };
  const row = { number: 2, key: 'b', inputs: ada, employee: hashWithoutSalt('E-1') };
  const [planned] = invite.plan([row], new Map([['a', state]]), round);
  const blocked = planned && findBlock(planned);
  expect(blocked && inWords(blocked)).toContain('at 2026-11-03 09:30 UTC ');
});
