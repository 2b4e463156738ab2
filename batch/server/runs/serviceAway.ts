import type { Failure } from '../../../src/failure.js';
import type { Summary } from '../../engine/run/events.js';
import { isAway } from '../../engine/run/serviceWait.js';

/**
 * Returns the failure that stopped a run because the service was unavailable; undefined if the run ended for another
 * reason.
 */
export function findAwayFailure({ stopped }: Pick<Summary, 'stopped'>): Failure | undefined {
  const [first] = stopped ?? [];
  if (first?.code !== 'rowsInARowFailed') return undefined;
  const { failure } = first;
  return 'delivery' in failure && isAway(failure) ? failure : undefined;
}

/** Returns true if the failed request was not sent, or can be repeated without harm. */
export function isHarmless(failure: Failure): boolean {
  return (
    failure.delivery === 'not_sent' ||
    failure.operation === 'rwa_retrieve' ||
    failure.code === 'busy'
  );
}
