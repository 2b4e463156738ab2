import { toCanonicalStatus } from '../../src/decision.js';
import { requiredActors, unsupportedStatusMessage } from '../../src/decisionStatus.js';
import type { Operation } from '../service.js';
import type { StaffAccounts } from '../store/staffAccounts.js';
import { createError, createFieldError } from './answers.js';
import { isMissing, toText } from './values.js';

const notActivatedMessage =
  'Compliance Team Member ID must match a registered, activated staff account in this company. The team member must complete account setup using their invitation before acting on an assessment.';

/** The contract does not show the order of the checks. Every status may follow every other. */
export const rwaUpdate: Operation = ({ store }, { company, body }) => {
  const assessment = store.assessments.findInCompany(company, toText(body.assessmentId));
  if (assessment === undefined) return createError('RWA not found for this company');

  const status = toCanonicalStatus(toText(body.status));
  if (status === undefined) return createFieldError('status', unsupportedStatusMessage);

  const required = requiredActors[status];
  if (required?.anyOf.every((actor) => isMissing(body[actor])) === true) {
    return createFieldError(required.field, required.message);
  }

  const complianceTeamMemberId = toText(body.complianceTeamMemberId);
  if (
    !isMissing(complianceTeamMemberId) &&
    !canDecide(store.staff, company, complianceTeamMemberId)
  ) {
    return createFieldError('complianceTeamMemberId', notActivatedMessage);
  }

  const managerId = toText(body.managerId);
  store.change(() => {
    store.assessments.decide({
      assessmentId: assessment.assessmentId,
      status,
      note: 'note' in body ? toText(body.note) : assessment.note,
      complianceTeamMemberId: isMissing(complianceTeamMemberId)
        ? assessment.complianceTeamMemberId
        : complianceTeamMemberId,
      managerId: isMissing(managerId) ? assessment.managerId : managerId,
    });
    store.counts.addCommit('rwa_update');
  });
  return { status: 'success', success: true, message: 'RWA decision and note updated' };
};

function canDecide(staff: StaffAccounts, company: string, staffId: string): boolean {
  return staff
    .findInCompany(company, staffId)
    .some(({ activated, role }) => activated && role !== 'Remove Access');
}
