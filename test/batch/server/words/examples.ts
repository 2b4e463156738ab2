import type { Plan } from '../../../../batch/engine/run/events.js';
import type { Failure } from '../../../../src/failure.js';

/** The plan of a round that has ended with only some of its rows. */
export const endedRoundPlan = {
  command: 'reassess',
  rowsToDo: 21,
  rowsToSend: 21,
  counts: { Duplicate: 0, Invalid: 0, Rejected: 0, Unconfirmed: 0 },
  round: {
    number: 2,
    begunAt: '2026-11-03T09:30:00Z',
    endedAt: '2026-11-03T10:30:00Z',
    selected: 21,
    unselected: { done: 3, recent: 0, unchanged: 0, unknown: 0 },
  },
} as unknown as Plan;

/** The failure of a request whose token the service has refused. */
export const refusedToken: Failure = {
  code: 'unauthorized',
  operation: 'rwa_retrieve',
  delivery: 'answered',
  mayHaveTakenEffect: false,
  retryCanHelp: false,
  message: 'Invalid Auth',
  reason: { code: 'statusWithWords', httpStatus: 401, text: 'Invalid Auth' },
  hint: '',
};
