import type { DatabaseUrl } from '../../server/db/databaseUrl.js';
import { CommandError } from '../output/commandError.js';
import type { Terminal } from '../output/terminal.js';
import { type DatabaseFlags, type LimitFlags, readDatabase } from './databaseOptions.js';
import type { LogFlags } from './logOptions.js';
import { hasService, createNoServiceError, type ServiceFlags } from './serviceOptions.js';

export interface ServeFlags extends DatabaseFlags, LimitFlags, LogFlags, ServiceFlags {
  port: number;
  host: string;
  tlsCert?: string;
  tlsKey?: string;
  behind?: string;
  openidIssuer?: string;
  openidClientId?: string;
  openidClientSecretFile?: string;
  openidScope?: string;
  openidRoleClaim?: string;
  openidRoles?: string;
  data?: string;
  newLink?: boolean;
  sameService?: boolean;
  sandbox?: boolean;
  healthPort?: number;
  healthHost: string;
  json?: boolean;
}

/**
 * Returns undefined if the server uses a data folder. Throws a CommandError for options that
 * contradict each other.
 */
export async function findDatabase(
  flags: ServeFlags,
  terminal: Terminal,
): Promise<DatabaseUrl | undefined> {
  const { data } = flags;
  const isNamed = flags.database !== undefined || flags.databaseFile !== undefined;
  if (data !== undefined && isNamed) {
    throw new CommandError(
      'Give either --data or --database: with a database, nothing is kept in a folder. To take a folder along, use rwa serve move.',
    );
  }
  // `--data` overrides RWA_DATABASE_URL.
  const database = data === undefined ? await readDatabase(flags, terminal) : undefined;
  const limit = (['rate', 'concurrency'] as const).find((name) => flags[name] !== undefined);
  if (database === undefined && limit !== undefined) {
    throw new CommandError(`--${limit} needs --database. Leave out --${limit}, or add --database.`);
  }
  return database;
}

/**
 * Throws a CommandError if several machines would use the sandbox, or if there is a token, but
 * neither a service nor `--sandbox`.
 */
export function usesSandbox(flags: ServeFlags, isShared: boolean): boolean {
  if (isShared && flags.sandbox === true) {
    throw new CommandError(
      'Several processes cannot share the embedded sandbox. Leave out --sandbox. To rehearse, run rwa sandbox on one machine, and use its address.',
    );
  }
  if (isShared && !hasService(flags)) throw createNoServiceError();
  const hasToken = flags.tokenFile !== undefined || (process.env.RWA_TOKEN ?? '') !== '';
  if (!hasService(flags) && hasToken && flags.sandbox !== true) {
    throw new CommandError(
      'There is a company token, but no service. Set RWA_BASE_URL or add --base-url, or add --sandbox to rehearse with made-up scores.',
    );
  }
  return flags.sandbox === true || !hasService(flags);
}

export function pickOpenIdOptions(flags: ServeFlags) {
  return {
    issuer: flags.openidIssuer,
    clientId: flags.openidClientId,
    clientSecretFile: flags.openidClientSecretFile,
    scope: flags.openidScope,
    roleClaim: flags.openidRoleClaim,
    roles: flags.openidRoles,
  };
}
