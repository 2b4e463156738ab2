import type { Store } from '../store/store.js';
import { tokenWarning } from '../store/tokenMark.js';
import type { SharedLimitValues } from './limits/agreeOnLimits.js';
import { setLimits } from './limits/setLimits.js';
import type { LimitSettings } from './limitSettings.js';

/** What a process says to the others on its database when it starts. */
export interface Joining {
  /** `postgres://…` */
  readonly database: string;
  readonly limits: LimitSettings;
  readonly token: string | undefined;
}

/**
 * What a process does first that shares its database with others: it sets the limits that were named, and says so if
 * it has another company token than the one before it. Resolves to the limits of all.
 */
export async function joinMachines(
  store: Store,
  { database, limits, token }: Joining,
): Promise<SharedLimitValues> {
  const warning = token === undefined ? undefined : tokenWarning(store, token);
  if (warning !== undefined) console.error(warning);
  return setLimits(database, limits);
}
