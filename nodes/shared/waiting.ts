import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Failure } from '../../src/failure.js';
import type { RiskResult } from '../../src/riskResult.js';
import { type Waited, waitForResults } from '../../src/waiting.js';
import { type Outcome, failedItem, throwFirstUnlessContinuing } from './items.js';
import type { Session } from './session.js';
import { timingOf } from './timing.js';

/** The switch that makes a node wait for results, and how it waits. All hold for all items. */
export function waitingProperties(
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
      typeOptions: { minValue: 1 },
      displayOptions,
      description:
        'How long to wait. What is still being calculated then is returned with ready = false, which is not an error.',
    },
    {
      displayName: 'Poll Interval (Seconds)',
      name: 'pollIntervalSeconds',
      type: 'number',
      default: 2,
      noDataExpression: true,
      typeOptions: { minValue: 0.1 },
      displayOptions,
      description: 'The usual time between two looks at one assessment; it grows for slow ones',
    },
  ];
}

/**
 * Waits in rounds for the results of all items that have come so far, in the bounds of
 * {@link waitingProperties}, and adds them to the items' fields. Ends early when the execution is
 * cancelled, and in the mode that stops also at the first failure, which is thrown.
 */
export async function withResults<T extends { assessmentId: string }>(
  session: Session,
  outcomes: readonly Outcome<T>[],
): Promise<Outcome<IDataObject>[]> {
  const assessmentIds = outcomes.flatMap((outcome) =>
    outcome.ok ? [outcome.value.assessmentId] : [],
  );
  const waits = await waitForAll(session, assessmentIds);
  const withResult = outcomes.map((outcome, itemIndex): Outcome<IDataObject> => {
    if (!outcome.ok) return outcome;
    const { assessmentId } = outcome.value;
    const waited = waits.get(assessmentId);
    if (waited?.outcome !== 'failed') {
      const result = waited?.outcome === 'ready' ? waited.result : undefined;
      return { ok: true, value: { ...outcome.value, ...resultFields(result) } };
    }
    return failedItem(session, withExisting(session, waited.failure, assessmentId), itemIndex, {
      ...outcome.value,
    });
  });
  throwFirstUnlessContinuing(session, withResult);
  return withResult;
}

// After Create the assessment exists although the item fails: its identifier must not get lost with
// the error, and nothing may suggest to create it again.
function withExisting({ operation }: Session, failure: Failure, assessmentId: string): Failure {
  if (operation !== 'rwa_create') return failure;
  const hint = `The assessment ${assessmentId} exists, do not create it again. Read its result with the node Retrieve Assessment.`;
  return { ...failure, hint, mayHaveTakenEffect: true, retryCanHelp: false };
}

/** The output fields of a result, or that there is none yet. */
export function resultFields(result: RiskResult | undefined): IDataObject {
  return result === undefined ? { ready: false } : { ready: true, ...(result as IDataObject) };
}

function waitForAll(
  { context, client, options, signal: cancel }: Session,
  assessmentIds: readonly string[],
): Promise<Map<string, Waited>> {
  let failed = false;
  const signal = {
    get aborted() {
      return cancel?.aborted === true || (failed && !context.continueOnFail());
    },
  };
  return waitForResults(assessmentIds, {
    retrieve: (assessmentId) => client.retrieveRiskResult(assessmentId, { signal }),
    onSettled: (_assessmentId, { outcome }) => {
      failed ||= outcome === 'failed';
    },
    timing: timingOf(cancel),
    intervalMs: Math.max(0.05, Number(context.getNodeParameter('pollIntervalSeconds', 0))) * 1_000,
    timeoutMs: Number(context.getNodeParameter('maximumWaitSeconds', 0)) * 1_000,
    concurrency: options.itemsAtOnce,
    signal,
  });
}
