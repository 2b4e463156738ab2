import type { ValidatedJson } from '../../src/client.js';
import { failure } from '../../src/failing.js';
import type { Failure } from '../../src/failure.js';
import type { RiskResult } from '../../src/riskResult.js';
import { asSentence } from '../intake/remarkText.js';
import type { Subject } from '../intake/readSheet.js';
import { employeeHash, followedBy, requestHash } from '../intake/rowKey.js';
import { keptScores } from '../journal/facts.js';
import { recordFailure, type RowEnd, type RowPorts, type RowWork, sendRecord } from './rowWork.js';

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
    const foreign = row.subject && contradiction(result, row.subject);
    if (foreign !== undefined) return notRead(row, foreign, ports);
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

/** A result that cannot be of the row: scores must not end up with another person. */
function contradiction(result: RiskResult, { employeeId, purpose }: Subject): Failure | undefined {
  const field = purpose === 'Work From Anywhere' ? 'cumulativePeRiskLevel' : 'contractorMisclass';
  const breach =
    result.employeeId !== '' && result.employeeId !== employeeId
      ? { field: 'data.employeeId', message: 'The assessment is of another employee.' }
      : (result[field] ?? null) === null
        ? { field: `data.${field}`, message: `The result of this purpose lacks data.${field}.` }
        : undefined;
  if (breach === undefined) return undefined;
  const { failure: found } = failure('rwa_retrieve', 'contract_violation', 'answered', breach);
  return {
    ...found,
    hint: 'Check the Assessment ID of the row; rwa resolve --row can correct one that a person typed.',
  };
}
