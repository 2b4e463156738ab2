import type { Assessment } from '../store/assessments.js';
import type { StaffAccount } from '../store/staffAccounts.js';
import type { Store } from '../store/store.js';

export function readLedger(store: Store) {
  return {
    ...store.counts.all(),
    assessments: Array.from(store.assessments.all(), toAssessmentEntry),
    staff: store.staff.all().map(toStaffEntry),
  };
}

function toAssessmentEntry(assessment: Assessment) {
  const { assessmentId, company, employeeId, purpose, destination, status, note } = assessment;
  const createdAt = new Date(assessment.createdAtMs).toISOString();
  return { assessmentId, company, employeeId, purpose, destination, status, note, createdAt };
}

export function toStaffEntry({ user_id, company, staff_id, email, role, activated }: StaffAccount) {
  return { user_id, company, staff_id, email, role, activated };
}
