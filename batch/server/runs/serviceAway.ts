import type { Failure } from '../../../src/failure.js';
import type { Summary } from '../../engine/run/events.js';
import { isUnavailable } from '../../engine/run/serviceWait.js';

/** Returns undefined if the run ended for another reason than an unavailable service. */
export function findAwayFailure({ stopped }: Pick<Summary, 'stopped'>): Failure | undefined {
  const [first] = stopped ?? [];
  if (first?.code !== 'rowsInARowFailed') return undefined;
  const { failure } = first;
  return 'delivery' in failure && isUnavailable(failure) ? failure : undefined;
}

/** Returns true if the request was not sent, or can be repeated. */
export function isHarmless(failure: Failure): boolean {
  return (
    failure.delivery === 'not_sent' ||
    failure.operation === 'rwa_retrieve' ||
    failure.code === 'busy'
  );
}
