import type { LimitSettings } from '../limitSettings.js';
import { agreeOnLimits, type SharedLimitValues } from './agreeOnLimits.js';
import { LimitsConnection } from './limitsConnection.js';

const queryTimeoutMs = 10_000;

/**
 * Makes what a person has set at the start of a process the limits of all processes. Once, as somebody may have
 * set others by the time that a part of the process starts anew. Resolves to what they are. Rejects when the database
 * cannot be asked.
 */
export async function setLimits(
  url: string,
  { rate, rateBurst: burst, concurrency }: LimitSettings,
): Promise<SharedLimitValues> {
  const connection = new LimitsConnection({ url, queryTimeoutMs, setUp: [] });
  try {
    return await agreeOnLimits(connection, {
      ...(rate === undefined ? {} : { perSecond: rate }),
      ...(burst === undefined ? {} : { burst }),
      ...(concurrency === undefined ? {} : { concurrency }),
    });
  } finally {
    await connection.close();
  }
}
