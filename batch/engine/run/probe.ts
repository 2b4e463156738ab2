import type { Client } from '../../../src/client.js';
import { type Failure, type FailureCode, hints } from '../../../src/failure.js';
import { OperatingError } from '../errors.js';
import type { ServiceQuestion } from './serviceQuestion.js';

const unknownAssessment = 'rwa-connection-check';

/**
 * Checks before anything is sent that the service is available, accepts the token, and answers the
 * question as expected. Throws an OperatingError otherwise. Resolves at once if the signal is
 * aborted: the probe has no side effects, so its answer can be dropped.
 */
export async function probe(
  client: Client,
  url: string,
  signal: AbortSignal,
  question?: ServiceQuestion,
): Promise<void> {
  const failure = await askService(client, signal, question);
  if (failure !== undefined)
    throw new OperatingError({ code: 'serviceUnusable', service: url, failure });
}

/**
 * Sends the request of `probe`; resolves to the failure, or to undefined if there is none or the
 * signal was aborted. Without a question, it requests an assessment that does not exist. Throws an
 * OperatingError for an unexpected answer to the question.
 */
export async function askService(
  client: Client,
  signal: AbortSignal,
  question?: ServiceQuestion,
): Promise<Failure | undefined> {
  const id = question?.assessmentId ?? unknownAssessment;
  const retrieved = await Promise.race([
    client.retrieveRiskResult(id, { signal }),
    aborted(signal),
  ]);
  if (signal.aborted || retrieved === undefined) return undefined;
  const failure = retrieved.ok ? undefined : retrieved.failure;
  if (question === undefined) return failure?.code === 'not_found' ? undefined : failure;
  if (failure !== undefined && isWithoutAnswer.has(failure.code)) return failure;
  const isFound = failure?.code !== 'not_found';
  if (isFound !== question.isExpected) throw new OperatingError(question.unexpected);
  return undefined;
}

/** Any other answer is about the requested assessment. */
const isWithoutAnswer: ReadonlySet<FailureCode> = new Set([
  ...(['unauthorized', 'not_sent', 'no_answer', 'busy', 'cancelled'] as const),
]);

/**
 * Returns true if the service may become available without a change: it was not reached, sent no or
 * half an answer, failed (HTTP 500 or more), or was busy. A refused token, a proxy that requires a
 * password, and a web page in place of the service do not change.
 */
export function isAway({ code, retryCanHelp, httpStatus, hint }: Failure): boolean {
  if (code === 'not_sent') return retryCanHelp;
  if (code === 'busy') return true;
  if (code !== 'no_answer') return false;
  if (httpStatus === undefined || httpStatus >= 500) return true;
  // A hint other than to try again shows that the answer came from something else.
  return httpStatus < 300 && hint === hints.no_answer;
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve(undefined);
    });
    if (signal.aborted) resolve(undefined);
  });
}
