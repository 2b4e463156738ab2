/** True if the Debian package pgbouncer is installed. */
export const hasPgBouncer: boolean;

/** Starts PgBouncer in front of a cluster. Throws if it is not installed. */
export function startPgBouncer(
  postgresPort: number,
  poolMode: 'session' | 'transaction' | 'statement',
): Promise<{ readonly port: number; readonly stop: () => Promise<void> }>;
