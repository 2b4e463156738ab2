/** True if the Debian package pgbouncer is installed. */
export const hasPgBouncer: boolean;

/**
 * Starts PgBouncer in front of a cluster, on a free port. `extraSettings` adds lines to the settings file,
 * by default `default_pool_size = 100`. Throws if PgBouncer is not installed or does not start.
 */
export function startPgBouncer(
  postgresPort: number,
  poolMode: 'session' | 'transaction' | 'statement',
  extraSettings?: string,
): Promise<{ readonly port: number; readonly stop: () => Promise<void> }>;
