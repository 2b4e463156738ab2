import { scoresOf } from '../scores.js';
import type { Operation } from '../service.js';
import { failure } from './answers.js';
import { textOf } from './values.js';

/** rwa_retrieve: the risk results of an assessment, once they are ready. */
export const rwaRetrieve: Operation = ({ store }, { company, body }) => {
  const assessment = store.assessments.findOf(company, textOf(body.assessmentId));
  if (assessment === undefined) return failure('Not Found');
  if (!isReady(assessment)) return failure('Pending');
  const { assessmentId, employeeId, complianceTeamMemberId, managerId } = assessment;
  const { status, note, purpose, scoreDigest } = assessment;
  const data = {
    ...scoresOf(scoreDigest, purpose),
    assessmentId,
    employeeId,
    complianceTeamMemberId,
    managerId,
    status,
    note,
  };
  return { status: 'success', data };
};

/** True once the results are calculated. */
export function isReady({ readyAtMs }: { readonly readyAtMs: number | null }): boolean {
  return readyAtMs !== null && Date.now() >= readyAtMs;
}
