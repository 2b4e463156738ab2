import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { failWithoutEffect } from '../../src/failures.js';
import type { Failure } from '../../src/failure.js';
import { sanitizeMessage } from '../../src/sanitizeMessage.js';
import type { RiskResult } from '../../src/riskResult.js';
import { ResultPoller, type Waited } from '../../src/resultPoller.js';
import { type Outcome, createFailedItem, forEachItem } from './items.js';
import { RequestQueue } from '../../batch/engine/run/limiter.js';
import type { Attempt } from './sendings.js';
import type { Session } from './session.js';
import { getSubject } from './subject.js';
import { createTiming } from './timing.js';

/** Creates the parameters for waiting for results: a switch and its settings, for all items. */
export function createWaitingProperties(
  name: string,
  rest: Pick<INodeProperties, 'displayName' | 'default' | 'description'>,
): INodeProperties[] {
  const displayOptions = { show: { [name]: [true] } };
  return [
    { name, type: 'boolean', noDataExpression: true, ...rest },
    {
      displayName: 'Maximum Wait (Seconds)',
      name: 'maximumWaitSeconds',
      type: 'number',
      default: 600,
      noDataExpression: true,
      typeOptions: { minValue: 0 },
      displayOptions,
      description:
        'How long to wait for results. Assessments that are not ready by then are returned with ready = false, which is not an error.',
    },
    {
      displayName: 'Poll Interval (Seconds)',
      name: 'pollIntervalSeconds',
      type: 'number',
      default: 2,
      noDataExpression: true,
      typeOptions: { minValue: 0.05 },
      displayOptions,
      description: 'Time between two checks for a result. It grows if the result takes long.',
    },
  ];
}

/**
 * Runs `work` for all items like {@link forEachItem}, waits for each result as soon as its work is
 * done, and adds the results to the fields of the items. Items at Once limits work and polls together.
 * Ends early if the execution is cancelled.
 *
 * If the node stops on errors, a failure of `work` ends the waiting. The first failure of a wait also
 * ends the waiting, but not the work, and is thrown after it: no item is left out because the result
 * of another one cannot be read.
 */
export async function workAndAwaitResults<T, U extends { assessmentId: string }>(
  session: Session,
  outcomesSoFar: readonly Outcome<T>[],
  work: (value: T, itemIndex: number) => Promise<Attempt<U>>,
): Promise<Outcome<IDataObject>[]> {
  const { context, client, options, signal: cancel } = session;
  const timing = createTiming(cancel);
  const queue = new RequestQueue({ ...timing, concurrency: () => options.itemsAtOnce });
  const waits = new Map<string, Waited>();
  let isStopped = false;
  const signal = {
    get aborted() {
      return cancel?.aborted === true || isStopped;
    },
  };
  const poller = new ResultPoller({
    retrieve: (assessmentId) =>
      queue.run(() => client.retrieveRiskResult(assessmentId, { signal })),
    onSettled: (assessmentId, waited) => {
      waits.set(assessmentId, waited);
      isStopped ||= waited.outcome === 'failed' && !context.continueOnFail();
    },
    timing,
    intervalMs: options.pollIntervalMs,
    timeoutMs: options.maximumWaitMs,
    concurrency: options.itemsAtOnce,
    signal,
  });
  const polling = poller.run();
  // Errors of the polling are thrown below, when the work has ended.
  polling.catch(() => undefined);
  let outcomes: Outcome<U>[] | undefined;
  try {
    outcomes = await forEachItem(session, outcomesSoFar, async (value, itemIndex) => {
      const result = await queue.run(() => work(value, itemIndex));
      // Two items may have the same assessment.
      if (result.ok && !waits.has(result.value.assessmentId)) poller.add(result.value.assessmentId);
      return result;
    });
  } finally {
    isStopped ||= outcomes === undefined;
    poller.close();
    await polling;
  }
  return addResults(session, outcomes, waits);
}

export function toResultFields(result: RiskResult | undefined): IDataObject {
  return result === undefined ? { ready: false } : { ready: true, ...(result as IDataObject) };
}

function addResults<T extends { assessmentId: string }>(
  session: Session,
  outcomes: readonly Outcome<T>[],
  waits: ReadonlyMap<string, Waited>,
): Outcome<IDataObject>[] {
  return outcomes.map((outcome, itemIndex): Outcome<IDataObject> => {
    if (!outcome.ok) return outcome;
    const { assessmentId } = outcome.value;
    const waited = waits.get(assessmentId);
    if (waited?.outcome !== 'failed') {
      const result = waited?.outcome === 'ready' ? waited.result : undefined;
      if (result !== undefined && isOfAnotherEmployee(session, result, itemIndex)) {
        return createFailedItem(session, createWrongEmployeeFailure(assessmentId), itemIndex, {
          ...outcome.value,
        });
      }
      return { ok: true, value: { ...outcome.value, ...toResultFields(result) } };
    }
    return createFailedItem(
      session,
      addExistingHint(session, waited.failure, assessmentId),
      itemIndex,
      {
        ...outcome.value,
      },
    );
  });
}

// Prevents the scores of another person from being used. Only Create Assessment has an employee to
// compare with.
function isOfAnotherEmployee(
  session: Session,
  { employeeId }: RiskResult,
  itemIndex: number,
): boolean {
  const subject = getSubject(session, itemIndex);
  if (subject?.field !== 'employeeId') return false;
  const resultEmployeeId = sanitizeMessage(employeeId).trim();
  return resultEmployeeId !== '' && resultEmployeeId !== subject.value;
}

function createWrongEmployeeFailure(assessmentId: string): Failure {
  const text = `The result of assessment ${assessmentId} belongs to another employee, so its scores were not used.`;
  const field = 'data.employeeId';
  const { failure } = failWithoutEffect('rwa_retrieve', 'contract_violation', 'answered', {
    reason: { code: 'other', text },
    field,
  });
  const hint = `Do not create the assessment again, and do not use the scores of ${assessmentId} for this employee. Tell the operator of the service.`;
  return { ...failure, hint, mayHaveTakenEffect: true, retryCanHelp: false };
}

// After Create, the assessment exists although the item fails: its identifier must not be lost with
// the error, and nothing may suggest creating it again.
function addExistingHint({ operation }: Session, failure: Failure, assessmentId: string): Failure {
  if (operation !== 'rwa_create') return failure;
  const hint = `Assessment ${assessmentId} exists: do not create it again. Read its result with the Retrieve Assessment node.`;
  return { ...failure, hint, mayHaveTakenEffect: true, retryCanHelp: false };
}
