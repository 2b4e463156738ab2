import { randomInt } from 'node:crypto';
import { type Purpose, assessmentFields } from '../../src/assessmentFields.js';
import { findMagicEmployee } from '../magicEmployees.js';
import { createScoreDigest } from '../scores.js';
import type { Body } from '../body.js';
import type { Operation } from '../service.js';
import { createFieldError } from './answers.js';
import { type Problem, findFirstProblem } from './fieldChecks.js';
import { parseInstant, toText } from './values.js';

export const rwaCreate: Operation = ({ store, seed, readyAfterMs }, { company, body, origin }) => {
  const problem = findFirstProblem(assessmentFields, body) ?? findDateProblem(body);
  if (problem !== undefined) return createFieldError(...problem);
  const employeeId = toText(body.employeeId);
  const magic = findMagicEmployee(employeeId)?.effect;
  if (magic === 'rejected') {
    return createFieldError('employeeId', 'The sandbox always rejects this Employee ID');
  }

  const nowMs = Date.now();
  const assessmentId = createAssessmentId(nowMs);
  store.change(() => {
    store.assessments.insert({
      assessmentId,
      company,
      employeeId,
      complianceTeamMemberId: toText(body.complianceTeamMemberId),
      managerId: toText(body.managerId),
      purpose: body.purpose as Purpose,
      destination: toText(body.destination),
      scoreDigest: createScoreDigest(seed, body),
      status: 'Pending',
      note: '',
      createdAtMs: nowMs,
      readyAtMs: magic === 'neverReady' ? null : nowMs + Math.round(readyAfterMs),
    });
    store.counts.addCommit('rwa_create');
  });
  return {
    status: 'success',
    response: { assessment_id: assessmentId, redirect_url: `${origin}/redirect/${assessmentId}` },
  };
};

function findDateProblem({ startDate, endDate }: Body): Problem | undefined {
  return parseInstant(endDate) < parseInstant(startDate)
    ? ['endDate', 'End date must be on or after Start date']
    : undefined;
}

function createAssessmentId(nowMs: number): string {
  const drawNineDigits = () => String(randomInt(1e9)).padStart(9, '0');
  return `${nowMs}x${drawNineDigits()}${drawNineDigits()}`;
}
