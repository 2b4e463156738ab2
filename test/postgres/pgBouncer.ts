import { onTestFinished } from 'vitest';
import { startPgBouncer } from './bouncer.mjs';

export { hasPgBouncer } from './bouncer.mjs';

/**
 * Starts PgBouncer in front of a database, and stops it after the test. Resolves to the URL of the
 * database through PgBouncer. See `startPgBouncer` for `extraSettings`.
 */
export async function throughPgBouncer(
  url: string,
  poolMode: 'session' | 'transaction' | 'statement',
  extraSettings?: string,
): Promise<string> {
  const { port, stop } = await startPgBouncer(Number(new URL(url).port), poolMode, extraSettings);
  onTestFinished(stop);
  return url.replace(/:\d+\//, `:${port}/`);
}
