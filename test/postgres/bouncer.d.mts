/** True if the Debian package pgbouncer is installed. */
export const hasPgBouncer: boolean;

/** Starts PgBouncer in front of a cluster, with further lines of settings. Throws if it is not installed. */
export function startPgBouncer(
  postgresPort: number,
  poolMode: 'session' | 'transaction' | 'statement',
  further?: string,
): Promise<{ readonly port: number; readonly stop: () => Promise<void> }>;
