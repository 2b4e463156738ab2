import type { Client } from '../../../src/client.js';
import { OperatingError } from '../../engine/errors.js';
import type { Message } from '../../engine/message.js';
import { askService, isUnavailable } from '../../engine/run/serviceWait.js';
import { createServiceQuestion } from '../../engine/run/serviceQuestion.js';
import { findNewestAssessment } from '../runs/newestAssessment.js';
import type { WorkPorts } from '../threads/workPorts.js';

/** One check is enough, because a client never changes its token. */
const checked = new WeakSet<Client>();

/**
 * Checks that the newest assessment exists in the service: a worker's token may belong to another company. Resolves to
 * the reason if the service is unavailable.
 */
export async function checkService(
  { poller, store, service: { name: service } }: Pick<WorkPorts, 'poller' | 'store' | 'service'>,
  signal: AbortSignal,
): Promise<Message | undefined> {
  const newest = checked.has(poller) ? undefined : await findNewestAssessment(store);
  if (newest === undefined) return undefined;
  const failure = await askService(poller, signal, createServiceQuestion(newest, service));
  if (failure === undefined) {
    if (!signal.aborted) checked.add(poller);
    return undefined;
  }
  if (failure.code === 'unauthorized') throw new OperatingError({ code: 'tokenRefused', failure });
  const unusable = { code: 'serviceUnusable', service, failure } as const;
  if (isUnavailable(failure)) return unusable;
  throw new OperatingError(unusable);
}
