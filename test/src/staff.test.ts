import { describe, expect, test } from 'vitest';
import { validate } from '../../src/problems.js';
import { invitedSchema, removedSchema } from '../../src/staff.js';

const invitation = {
  first_name: 'Zoë',
  last_name: "O'Neill",
  email: 'zoe+hr@example.com',
  staff_id: '00042',
};

test('an invitation is accepted unchanged, with leading zeros and accents', () => {
  expect(validate('create_pending_user', invitation)).toEqual({ ok: true, request: invitation });
});

test.each([['zoe'], ['zoe@'], ['@example.com'], ['zoe@example'], ['a@example.com, b@example.com']])(
  '%j is not an email address',
  (email) => {
    expect(validate('create_pending_user', { ...invitation, email })).toMatchObject({
      problems: [{ field: 'email', message: { code: 'notEmail' }, value: email }],
    });
  },
);

test('a removal needs only the Staff ID', () => {
  const removal = { staff_id: '00042' };
  expect(validate('remove_user_access', removal)).toEqual({ ok: true, request: removal });
});

describe('the answer', () => {
  test('to an invitation is reduced to the ID of the account', () => {
    const body = { status: 'success', response: { user_id: 'u-1', more: true } };
    expect(invitedSchema.parse(body)).toEqual({ userId: 'u-1' });
  });

  test.each([
    [{}, ['response']],
    [{ response: {} }, ['response', 'user_id']],
    [{ response: { user_id: '' } }, ['response', 'user_id']],
    [{ response: { user_id: 5 } }, ['response', 'user_id']],
  ])('to an invitation breaks the contract if it has no account ID: %j', (body, path) => {
    expect(invitedSchema.safeParse(body).error?.issues).toMatchObject([{ path }]);
  });

  test('to a removal must contain the role "Remove Access"', () => {
    const body = { status: 'success', success: true, role: 'Remove Access' };
    expect(removedSchema.parse(body)).toEqual({ role: 'Remove Access' });
    for (const role of ['Approver', '', null, undefined]) {
      expect(removedSchema.safeParse({ role }).error?.issues).toMatchObject([{ path: ['role'] }]);
    }
  });
});
