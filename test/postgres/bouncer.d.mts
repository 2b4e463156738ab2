/** True if the Debian package pgbouncer is installed. */
export const hasPgBouncer: boolean;

/**
 * Starts PgBouncer in front of a cluster. `extraSettings` has more lines for its file of settings.
 */
export function startPgBouncer(
  postgresPort: number,
  poolMode: 'session' | 'transaction' | 'statement',
  extraSettings?: string,
): Promise<{ readonly port: number; readonly stop: () => Promise<void> }>;
