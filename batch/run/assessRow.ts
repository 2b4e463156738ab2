import type { ValidatedJson } from '../../src/client.js';
import { failure } from '../../src/failing.js';
import type { Failure } from '../../src/failure.js';
import type { RiskResult } from '../../src/riskResult.js';
import { asSentence } from '../intake/remarkText.js';
import type { Subject } from '../intake/readSheet.js';
import { employeeHash, followedBy, requestHash } from '../intake/rowKey.js';
import { keptScores } from '../journal/facts.js';
import {
  foreignId,
  recordFailure,
  type RowEnd,
  type RowPorts,
  type RowWork,
  sendRecord,
} from './rowWork.js';

/**
 * All the work on one row: create its assessment if there is none, wait for the result, and write
 * every fact into the journal as it becomes one. Goes on where the journal says that it stands.
 * Never sends a row that the journal knows as sent.
 */
export async function assessRow(row: RowWork, ports: RowPorts): Promise<RowEnd> {
  const known = await theAssessment(row, ports);
  if ('failure' in known) return known;
  const waited = await ports.result(known.assessmentId);
  if (waited.outcome === 'failed') return notRead(row, waited.failure, ports);
  if (waited.outcome === 'ready') {
    const { result } = waited;
    if (isOfAnother(result, row.subject)) return ofAnother(row, known.assessmentId, ports);
    const missing = row.subject && missingResult(result, row.subject);
    if (missing !== undefined) return notRead(row, missing, ports);
    const scores = keptScores(result);
    ports.journal.append({ fact: 'scored', row: row.key, scores, at: ports.now() });
  }
  return {};
}

function notRead({ key }: RowWork, failure: Failure, { journal, now }: RowPorts): RowEnd {
  const reason = `${asSentence(failure.message)} ${failure.hint}`;
  journal.append({ fact: 'not_read', row: key, reason, at: now() });
  return { failure };
}

async function theAssessment(
  { key, body, subject, adopted, round }: RowWork,
  ports: RowPorts,
): Promise<{ assessmentId: string } | { failure: Failure }> {
  const { journal, now } = ports;
  const state = journal.state(key);
  if (state?.assessmentId !== undefined) return { assessmentId: state.assessmentId };
  if (adopted !== undefined) {
    const fact = { fact: 'created', row: key, assessmentId: adopted, by: 'sheet' } as const;
    journal.append({ ...fact, at: now() });
    return { assessmentId: adopted };
  }
  if (
    body === undefined ||
    subject === undefined ||
    (state !== undefined && state.state !== 'Ready')
  ) {
    throw new Error(`Row ${key} is ${state?.state ?? 'without a request'} and must not be sent.`);
  }
  // The key of a first assessment is the hash of its request.
  const request = followedBy(key) === undefined ? {} : { request: requestHash(body) };
  const sending = { row: key, ...request };
  const record = sendRecord(sending, ports, {
    employee: employeeHash(subject.employeeId),
    ...(round === undefined ? {} : { round }),
  });
  const created = await ports.send((client, options) =>
    client.createAssessment(body as ValidatedJson, { ...options, record }),
  );
  if (created.ok) {
    const { assessmentId, redirectUrl } = created.value;
    const foreign = foreignId('rwa_create', { row: key, id: assessmentId }, ports);
    if (foreign !== undefined) {
      recordFailure(sending, foreign, ports);
      return { failure: foreign };
    }
    journal.append({
      fact: 'created',
      row: key,
      assessmentId,
      ...(redirectUrl === undefined ? {} : { redirectUrl }),
      by: 'answer',
      at: now(),
    });
    return { assessmentId };
  }
  recordFailure(sending, created.failure, ports);
  return { failure: created.failure };
}

/** True for a result of another employee: its scores must not end up with this person. */
export function isOfAnother({ employeeId }: RiskResult, subject: Subject | undefined): boolean {
  return subject !== undefined && employeeId !== '' && employeeId !== subject.employeeId;
}

/**
 * An id that the service gave for this row is another employee's: answers were mixed up, and nobody
 * knows what became of the row. An id that a person gave is only wrong.
 */
function ofAnother({ key }: RowWork, assessmentId: string, ports: RowPorts): RowEnd {
  const violation = breach({
    field: 'data.employeeId',
    message: `The assessment ${assessmentId} is of another employee.`,
  });
  const state = ports.journal.state(key);
  if (state?.byPerson === true) return notRead({ key }, violation, ports);
  const reason = `${violation.message} The service answered with it when this row was sent.`;
  const { request } = state ?? {};
  ports.journal.append({
    fact: 'unconfirmed',
    row: key,
    reason,
    at: ports.now(),
    ...(request === undefined ? {} : { request }),
  });
  return { failure: violation };
}

/** Why a result cannot be of the row's purpose. */
function missingResult(result: RiskResult, { purpose }: Subject): Failure | undefined {
  const field = purpose === 'Work From Anywhere' ? 'cumulativePeRiskLevel' : 'contractorMisclass';
  if ((result[field] ?? null) !== null) return undefined;
  const message = `The result of this purpose lacks data.${field}.`;
  return breach({ field: `data.${field}`, message });
}

function breach(of: { readonly field: string; readonly message: string }): Failure {
  const { failure: found } = failure('rwa_retrieve', 'contract_violation', 'answered', of);
  return {
    ...found,
    hint: 'Check the Assessment ID of the row; rwa resolve --row can correct one that a person typed.',
  };
}
