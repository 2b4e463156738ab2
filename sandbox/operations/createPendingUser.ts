import { invitationFields } from '../../src/staff.js';
import { findMagicEmployee } from '../magicEmployees.js';
import type { Operation } from '../service.js';
import { createError, createFieldError } from './answers.js';
import { findFirstProblem } from './fieldChecks.js';
import { toText } from './values.js';

/** The email of a removed account of the same company restores it, with its `user_id`. */
export const createPendingUser: Operation = ({ store }, { company, body }) => {
  const problem = findFirstProblem(invitationFields, body);
  if (problem !== undefined) return createFieldError(...problem);

  const invited = {
    company,
    staff_id: toText(body.staff_id),
    first_name: toText(body.first_name),
    last_name: toText(body.last_name),
    email: toText(body.email).trim(),
    role: 'Approver',
    activated: false,
  } as const;
  if (findMagicEmployee(invited.staff_id)?.effect === 'rejected') {
    return createError('Could not create pending user');
  }
  const existing = store.staff.findByEmail(invited.email);
  const isRestorable = existing?.company === company && existing.role === 'Remove Access';
  if (existing !== undefined && !isRestorable) return createError('Could not create pending user');

  const user_id = store.change(() => {
    const account = existing ? { ...existing, ...invited } : store.staff.insert(invited);
    store.outbox.invite(account, store.staff);
    store.counts.addCommit('create_pending_user');
    return account.user_id;
  });
  return { status: 'success', response: { user_id } };
};
