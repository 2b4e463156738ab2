import type { Operation } from '../service.js';
import { createError } from './answers.js';
import { toText } from './values.js';

export const removeUserAccess: Operation = ({ store }, { company, body }) => {
  const matches = store.staff.findInCompany(company, toText(body.staff_id));
  const [account] = matches;
  if (account === undefined || matches.length > 1) {
    return createError('staff_id must match exactly one user in this company');
  }

  const role = 'Remove Access';
  if (account.role !== role) {
    store.change(() => {
      store.staff.update({ ...account, role });
      store.counts.addCommit('remove_user_access');
    });
  }
  return { status: 'success', success: true, role };
};
