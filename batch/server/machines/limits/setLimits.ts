import type { LimitSettings } from '../limitSettings.js';
import { agreeOnLimits } from './agreeOnLimits.js';
import { LimitsConnection } from './limitsConnection.js';

const queryTimeoutMs = 10_000;

/**
 * Makes what a person has set at the start of a process the limits of all processes. Once, as somebody may have
 * set others by the time that a part of the process starts anew. Rejects when the database cannot be asked.
 */
export async function setLimits(
  url: string,
  { rate, rateBurst: burst, concurrency }: LimitSettings,
): Promise<void> {
  const connection = new LimitsConnection({ url, queryTimeoutMs, setUp: [] });
  try {
    await agreeOnLimits(connection, {
      ...(rate === undefined ? {} : { perSecond: rate }),
      ...(burst === undefined ? {} : { burst }),
      ...(concurrency === undefined ? {} : { concurrency }),
    });
  } finally {
    await connection.close();
  }
}
