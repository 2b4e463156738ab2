import { companies } from '../companies.js';
import { toText } from '../operations/values.js';
import type { Body } from '../body.js';
import type { StaffAccount } from '../store/staffAccounts.js';
import type { Store } from '../store/store.js';
import { ControlError } from './controlError.js';
import { toStaffEntry } from './ledger.js';

export function activate(store: Store, body: Body) {
  const account = requireAccount(store, body);
  if (account.role === 'Remove Access') {
    throw new ControlError(`${account.staff_id} has the role Remove Access; restore it first`);
  }
  return updateAccount(store, { ...account, activated: true });
}

/** Restores an account as the administration screen does: keeps `activated` and sends no email. */
export function restore(store: Store, body: Body) {
  const account = requireAccount(store, body);
  return updateAccount(
    store,
    account.role === 'Remove Access' ? { ...account, role: 'Approver' } : account,
  );
}

function updateAccount(store: Store, account: StaffAccount) {
  store.staff.update(account);
  return toStaffEntry(account);
}

function requireAccount(store: Store, body: Body): StaffAccount {
  const [staffId, company] = [toText(body.staff_id), toText(body.company)];
  const names = companies.map(({ name }) => name);
  if (company !== '' && !names.includes(company)) {
    throw new ControlError(`There is no company ${company}. Use ${names.join(' or ')}.`);
  }
  const matches =
    company === ''
      ? store.staff.findByStaffId(staffId)
      : store.staff.findInCompany(company, staffId);
  const [account] = matches;
  if (account === undefined) throw new ControlError(`No account has the staff_id "${staffId}".`);
  if (matches.length > 1) {
    throw new ControlError(
      `${matches.length} accounts have the staff_id "${staffId}". Add company to choose one.`,
    );
  }
  return account;
}
