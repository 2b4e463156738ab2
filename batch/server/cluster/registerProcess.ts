import type { Connection } from '../../http/connection.js';
import type { Store } from '../db/store.js';
import { log } from '../log.js';
import { recordTokenMark } from '../settings/tokenMark.js';
import { type LimitSettings, type SharedLimits, upsertLimits } from './limits/sharedLimits.js';
import { SliceQueue } from './queue.js';

export interface ProcessOptions {
  readonly limits?: LimitSettings | undefined;
  readonly connection?: Pick<Connection, 'token'> | undefined;
}

/** Stores the given limits and starts the queue. Warns if the last process had another company token. */
export async function registerProcess(
  store: Store,
  { limits = {}, connection }: ProcessOptions,
): Promise<{ readonly limits: SharedLimits; readonly queue: SliceQueue }> {
  const warning = connection && (await recordTokenMark(store, connection.token));
  if (warning !== undefined) log.warn({}, warning);
  const agreed = await upsertLimits(store, limits);
  return { limits: agreed, queue: await SliceQueue.start(store) };
}
