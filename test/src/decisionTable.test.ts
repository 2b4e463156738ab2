import { describe, expect, test } from 'vitest';
import { decisionTable, chooseStep } from '../../src/decisionTable.js';
import { operations } from '../../src/operations.js';

// A copy of the table, so that no step changes by accident.
const expected = [
  ['not_sent', 'retry', 'retry', 'retry'],
  ['no_answer', 'retry', 'check_state_then_retry', 'check_state'],
  ['unreadable', 'retry', 'check_state', 'check_state'],
  ['rate_limited', 'retry_at_stated_time', 'retry_at_stated_time', 'retry_at_stated_time'],
  ['unavailable', 'retry_at_stated_time', 'retry_at_stated_time', 'check_state'],
  ['refused', 'fail_row', 'fail_row', 'fail_row'],
  ['unexplained', 'retry', 'check_state', 'check_state'],
  ['unauthorized', 'stop_run', 'stop_run', 'stop_run'],
  ['success', 'done', 'done', 'done'],
] as const;

describe('the decision table', () => {
  test.each(expected)('%s: read %s, repeatable %s, once %s', (evidence, read, repeatable, once) => {
    expect(chooseStep(evidence, 'read')).toBe(read);
    expect(chooseStep(evidence, 'repeatable')).toBe(repeatable);
    expect(chooseStep(evidence, 'once')).toBe(once);
  });

  test('has no other rows', () => {
    expect(Object.keys(decisionTable).toSorted()).toEqual(expected.map(([row]) => row).toSorted());
  });

  test('resends a "once" operation only if it certainly had no effect', () => {
    const steps = Object.entries(decisionTable);
    const resent = steps.filter(([, { once }]) => once.startsWith('retry')).map(([row]) => row);
    expect(resent).toEqual(['not_sent', 'rate_limited']);
  });
});

test('creations and invitations are not repeatable, and other operations are reads or repeatable', () => {
  const effects = Object.entries(operations).map(([name, { effect }]) => [name, effect]);
  expect(effects).toEqual([
    ['rwa_create', 'once'],
    ['rwa_retrieve', 'read'],
    ['rwa_update', 'repeatable'],
    ['create_pending_user', 'once'],
    ['remove_user_access', 'repeatable'],
  ]);
});
