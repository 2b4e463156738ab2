import type { Connection } from '../../http/connection.js';
import type { Store } from '../store/store.js';
import { tokenWarning } from '../store/tokenMark.js';
import type { SharedLimitValues } from './limits/agreeOnLimits.js';
import { setLimits } from './limits/setLimits.js';
import type { LimitSettings } from './limitSettings.js';

/** With what a process starts. */
export interface Joining {
  readonly limits?: LimitSettings | undefined;
  readonly connection?: Pick<Connection, 'token'> | undefined;
}

/**
 * What a process does first that shares its database with others: it says so if it has another company token than the
 * one before it, and sets the limits that were named. Resolves to the limits of all.
 */
export async function joinMachines(
  store: Store,
  database: string,
  { limits = {}, connection }: Joining,
): Promise<SharedLimitValues> {
  const warning = connection && tokenWarning(store, connection.token);
  if (warning !== undefined) console.error(warning);
  return setLimits(database, limits);
}
