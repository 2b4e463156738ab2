import type { CreatedAssessment, NewAssessment } from '../../src/assessment.js';
import type { CallOptions } from '../../src/client.js';
import { failure } from '../../src/failing.js';
import type { Failure, Result } from '../../src/failure.js';
import type { RiskResult } from '../../src/riskResult.js';
import type { Waited } from '../../src/waiting.js';
import { employeeHash } from '../intake/rowKey.js';
import type { Journal } from '../journal/journal.js';
import { keptScores } from './rowReport.js';

/** What the work on a row needs from outside; a durable queue could give the same. */
export interface RowPorts {
  readonly create: (
    assessment: NewAssessment,
    options: CallOptions,
  ) => Promise<Result<CreatedAssessment>>;
  /** Resolves when the assessment's wait has ended. */
  readonly result: (assessmentId: string) => Promise<Waited>;
  readonly journal: Pick<Journal, 'append' | 'synced' | 'state'>;
  /** ISO 8601. */
  readonly now: () => string;
}

/** A row to work on: what to send, or the assessment that already exists. */
export interface RowWork {
  readonly key: string;
  readonly body?: string | undefined;
  /** Found in the sheet, not yet in the journal. */
  readonly adopted?: string | undefined;
}

/** How the work on a row ended; `failure` when it went wrong, whatever became of the row. */
export interface RowEnd {
  readonly failure?: Failure;
}

/**
 * All the work on one row: create its assessment if there is none, wait for the result, and write
 * every fact into the journal as it becomes one. Goes on where the journal says that it stands.
 * Never sends a row that the journal knows as sent.
 */
export async function assessRow(row: RowWork, ports: RowPorts): Promise<RowEnd> {
  const known = await theAssessment(row, ports);
  if ('failure' in known) return known;
  const waited = await ports.result(known.assessmentId);
  if (waited.outcome === 'failed') return { failure: waited.failure };
  if (waited.outcome === 'ready') {
    const foreign = contradiction(waited.result, row.body);
    if (foreign !== undefined) return { failure: foreign };
    const scores = keptScores(waited.result);
    ports.journal.append({ fact: 'scored', row: row.key, scores, at: ports.now() });
  }
  return {};
}

async function theAssessment(
  { key, body, adopted }: RowWork,
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
  if (body === undefined || (state !== undefined && state.state !== 'Ready')) {
    throw new Error(`Row ${key} is ${state?.state ?? 'without a request'} and must not be sent.`);
  }
  const assessment = JSON.parse(body) as NewAssessment;
  const employee = employeeHash(assessment.employeeId);
  const created = await ports.create(assessment, {
    record: {
      async intend(attempt) {
        journal.append({ fact: 'intent', row: key, employee, attempt, at: now() });
        await journal.synced();
      },
      release(reason) {
        journal.append({ fact: 'released', row: key, reason, at: now() });
        return Promise.resolve();
      },
    },
  });
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
  recordFailure(key, created.failure, ports);
  return { failure: created.failure };
}

/** A result that cannot be of the row: scores must not end up with another person. */
function contradiction(result: RiskResult, body: string | undefined): Failure | undefined {
  if (body === undefined) return undefined;
  const { employeeId, purpose } = JSON.parse(body) as NewAssessment;
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

/** The other failures leave the row as it was: nothing took effect, and it may be sent again. */
function recordFailure(row: string, failure: Failure, { journal, now }: RowPorts): void {
  const { code, message, errors = [] } = failure;
  if (code === 'refused') {
    const words = errors.map((error) => `${error.field}: ${error.message}`).join('; ');
    journal.append({ fact: 'rejected', row, message: words === '' ? message : words, at: now() });
  } else if (code === 'unconfirmed') {
    journal.append({ fact: 'unconfirmed', row, reason: message, at: now() });
  }
}
