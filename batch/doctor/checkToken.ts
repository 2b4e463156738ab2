import { type Answer, readAnswer } from '../../src/answer.js';
import type { BaseUrl } from '../../src/baseUrl.js';
import type { Failure } from '../../src/failure.js';
import type { OperationName } from '../../src/operations.js';
import type { RequestMessage } from '../../src/requestMessages.js';
import type { Exchange, Transport } from '../../src/transport.js';
import { waitForAbort, unknownId } from '../engine/run/serviceWait.js';
import type { Finding } from './finding.js';

/**
 * According to docs/contract.md (`rwa_update`, `remove_user_access`), these requests change
 * nothing. Even a service that does not follow the contract has nothing to change, because nothing
 * has `unknownId`. An empty ID would be less safe: a search that ignores empty values could find an
 * assessment, or the only user of a company. rwa_create and create_pending_user are not called: a
 * service that checks less than the contract would create something.
 */
const questions = {
  rwa_update: {
    body: { assessmentId: unknownId, status: unknownId, externalEventId: unknownId },
    accepted: 'RWA not found for this company',
  },
  remove_user_access: {
    body: { staff_id: unknownId },
    accepted: 'staff_id must match exactly one user in this company',
  },
} as const;

type CheckedOperation = keyof typeof questions;

interface Verdict {
  readonly operation: OperationName;
  readonly status: 'accepted' | 'refused' | 'unclear' | 'missing';
  readonly answer: RequestMessage | undefined;
}

interface TokenCheckPorts {
  readonly baseUrl: BaseUrl;
  readonly transport: Transport;
  readonly signal: AbortSignal;
}

/**
 * Call this only after rwa_retrieve has answered. `refusal` is undefined if it answered that no
 * assessment has `unknownId`.
 */
export async function* checkToken(
  { baseUrl, transport, signal }: TokenCheckPorts,
  refusal: Failure | undefined,
): AsyncGenerator<Finding> {
  const asked: readonly CheckedOperation[] = baseUrl.isTest
    ? ['rwa_update', 'remove_user_access']
    : ['rwa_update'];
  const asking = asked.map(async (operation): Promise<Verdict> => {
    const body = JSON.stringify(questions[operation].body);
    const exchange = await transport.post({ url: `${baseUrl.url}/${operation}`, body, signal });
    return judge(operation, exchange);
  });
  const answers = await Promise.race([Promise.all(asking), waitForAbort(signal)]);
  if (answers === undefined) return;
  const retrieved = {
    operation: 'rwa_retrieve',
    status: refusal ? 'refused' : 'accepted',
  } as const;
  const verdicts: readonly Verdict[] = [{ ...retrieved, answer: refusal?.reason }, ...answers];

  const accepting = verdicts
    .filter(({ status }) => status === 'accepted')
    .map((each) => each.operation);
  if (accepting.length > 0) {
    yield { code: 'tokenAccepted', state: 'ok', operations: accepting };
  } else if (refusal !== undefined) {
    yield { code: 'tokenRefused', state: 'problem', service: baseUrl.url, failure: refusal };
  }
  for (const { operation, status, answer } of verdicts) {
    if (answer !== undefined && status === 'refused' && accepting.length > 0) {
      yield { code: 'tokenRefusedBy', state: 'problem', operation, answer };
    }
    if (answer !== undefined && status === 'unclear') {
      yield { code: 'tokenUnclear', state: 'warning', operation, answer };
    }
    // Assessments need neither operation, but without rwa_update nobody can record a decision.
    const state = operation === 'rwa_update' ? 'warning' : 'unknown';
    if (status === 'missing') yield { code: 'operationMissing', state, operation };
  }
  yield { code: 'tokenNotChecked', state: 'unknown', isTest: baseUrl.isTest };
}

function judge(operation: CheckedOperation, exchange: Exchange): Verdict {
  const answer: Answer<CheckedOperation> = readAnswer(operation, exchange, Date.now());
  if (answer.evidence === 'success') {
    return { operation, status: 'unclear', answer: { code: 'unexpectedSuccess' } };
  }
  const { evidence, reason, serviceMessage } = answer;
  if (evidence === 'unauthorized') return { operation, status: 'refused', answer: reason };
  if (serviceMessage === questions[operation].accepted) {
    return { operation, status: 'accepted', answer: reason };
  }
  const isMissing = exchange.delivery === 'answered' && exchange.httpStatus === 404;
  return { operation, status: isMissing ? 'missing' : 'unclear', answer: reason };
}
