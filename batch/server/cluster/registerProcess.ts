import type { Connection } from '../../http/connection.js';
import type { Store } from '../db/store.js';
import { log } from '../log.js';
import { tokenWarning } from '../settings/tokenMark.js';
import { type LimitSettings, type SharedLimits, upsertLimits } from './limits/sharedLimits.js';
import { SliceQueue } from './queue.js';

/** The options of a process that registers itself. */
export interface ProcessOptions {
  readonly limits?: LimitSettings | undefined;
  readonly connection?: Pick<Connection, 'token'> | undefined;
}

/**
 * Registers a process that shares its database with others: warns if its company token is another one than that of the
 * last process, sets the limits that were named, and starts the queue. Resolves to the limits of all processes.
 */
export async function registerProcess(
  store: Store,
  { limits = {}, connection }: ProcessOptions,
): Promise<{ readonly limits: SharedLimits; readonly queue: SliceQueue }> {
  const warning = connection && (await tokenWarning(store, connection.token));
  if (warning !== undefined) log.warn({}, warning);
  const agreed = await upsertLimits(store, limits);
  return { limits: agreed, queue: await SliceQueue.start(store) };
}
