import { createScores } from '../scores.js';
import type { Operation } from '../service.js';
import { createError } from './answers.js';
import { toText } from './values.js';

export const rwaRetrieve: Operation = ({ store }, { company, body }) => {
  const assessment = store.assessments.findInCompany(company, toText(body.assessmentId));
  if (assessment === undefined) return createError('Not Found');
  if (!isReady(assessment)) return createError('Pending');
  const { assessmentId, employeeId, complianceTeamMemberId, managerId } = assessment;
  const { status, note, purpose, scoreDigest } = assessment;
  const data = {
    ...createScores(scoreDigest, purpose),
    assessmentId,
    employeeId,
    complianceTeamMemberId,
    managerId,
    status,
    note,
  };
  return { status: 'success', data };
};

export function isReady({ readyAtMs }: { readonly readyAtMs: number | null }): boolean {
  return readyAtMs !== null && Date.now() >= readyAtMs;
}
