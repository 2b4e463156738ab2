import type { Store } from '../../db/store.js';
import type { LimitSettings } from '../limitSettings.js';
import { agreeOnLimits, type SharedLimitValues } from './agreeOnLimits.js';

/**
 * Makes the options of a starting process the limits of all processes; only once, as other limits may have been set by
 * the time that one of its threads is restarted. Resolves to the limits.
 */
export function setLimits(
  store: Pick<Store, 'db'>,
  { rate, rateBurst: burst, concurrency }: LimitSettings,
): Promise<SharedLimitValues> {
  return agreeOnLimits(store, {
    ...(rate === undefined ? {} : { perSecond: rate }),
    ...(burst === undefined ? {} : { burst }),
    ...(concurrency === undefined ? {} : { concurrency }),
  });
}
