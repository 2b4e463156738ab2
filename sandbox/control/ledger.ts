import type { Assessment } from '../store/assessments.js';
import type { StaffAccount } from '../store/staffAccounts.js';
import type { Store } from '../store/store.js';

/**
 * Returns the numbers of requests and effective changes by operation, the assessments and the staff
 * accounts, so that a test can compare them with the records of a client.
 */
export function ledger(store: Store) {
  return {
    ...store.counts.all(),
    assessments: Array.from(store.assessments.all(), assessmentEntry),
    staff: store.staff.all().map(staffEntry),
  };
}

function assessmentEntry(assessment: Assessment) {
  const { assessmentId, company, employeeId, purpose, destination, status, note } = assessment;
  const createdAt = new Date(assessment.createdAtMs).toISOString();
  return { assessmentId, company, employeeId, purpose, destination, status, note, createdAt };
}

/** Returns an account as the control API shows it. */
export function staffEntry({ user_id, company, staff_id, email, role, activated }: StaffAccount) {
  return { user_id, company, staff_id, email, role, activated };
}
