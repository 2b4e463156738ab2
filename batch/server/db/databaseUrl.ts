import pg from 'pg';
import { ServeError } from '../serveError.js';
import { isFileError, isTransient, toDatabaseError } from './errors.js';

export interface DatabaseUrl {
  /** May contain a password, so it must not be shown. */
  readonly url: string;
  /** The URL without password and options: `postgres://rwa@127.0.0.1:5432/rwa`. */
  readonly shown: string;
}

/**
 * `pg` takes missing parts of the URL from variables (PGUSER, PGPASSWORD …) and the password file of Postgres. The
 * error does not contain the URL, because the URL may contain a password.
 */
export function readDatabaseUrl(text: string): DatabaseUrl {
  const url = text.trim();
  if (!isPostgresUrl(url)) {
    throw new ServeError(
      'The URL of the database does not begin with postgres://. Use an address such as postgres://USER:PASSWORD@HOST:5432/DATABASE.',
    );
  }
  return { url, shown: formatShownUrl(url) };
}

export function isPostgresUrl(text: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(text);
}

function formatShownUrl(url: string): string {
  try {
    const { user, host, port, database } = new pg.Client({ connectionString: url });
    // A host that begins with a slash is the folder of a socket.
    const where = host.startsWith('/') ? encodeURIComponent(host) : `${host}:${port}`;
    return `postgres://${user ?? ''}@${where}/${database ?? ''}`;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Only the message about a file that cannot be read (sslrootcert=…) is known to contain no other part of the URL.
    const why = code === 'ENOENT' || code === 'EACCES' ? ` ${message}.` : '';
    throw new ServeError(
      `The URL of the database cannot be read.${why} Use an address such as postgres://USER:PASSWORD@HOST:5432/DATABASE; in a password, write %40 for @, %2F for /, %3A for : and %25 for %.`,
    );
  }
}

export function describeDatabaseFault(
  error: unknown,
  { shown }: Pick<DatabaseUrl, 'shown'>,
): string {
  const { code = '', message } = error as { readonly code?: string; readonly message: string };
  const text = message.trim() === '' ? code : message.trim();
  const reason = reasonsByCode[code] ?? reasonsByMessage.find(([part]) => text.includes(part))?.[1];
  if (reason !== undefined) return reason(shown);
  return `The database ${shown} cannot be used: ${text}. Correct that, then start again.`;
}

export function toStartError(error: unknown, database: DatabaseUrl | undefined): unknown {
  if (database === undefined || !(error instanceof Error) || isFileError(error)) return error;
  const isDatabaseError = isTransient(toDatabaseError(error));
  // Leave out the cause, because it may contain the settings of the connection.
  return isDatabaseError ? new ServeError(describeDatabaseFault(error, database)) : error;
}

/** A code of Node or the operating system, or a SQLSTATE. */
const reasonsByCode: Readonly<Record<string, (shown: string) => string>> = {
  ECONNREFUSED: (shown) =>
    `Nothing answers at ${shown}. Start Postgres there, or correct host and port of the URL.`,
  ENOENT: (shown) =>
    `There is no socket of Postgres at ${shown}. Start Postgres, or correct the folder in the URL.`,
  ENOTFOUND: (shown) => `The host of ${shown} is not known here. Correct it in the URL.`,
  EAI_AGAIN: (shown) =>
    `The host of ${shown} could not be looked up. Check the name and the network of this machine.`,
  EHOSTUNREACH: describeUnreachable,
  ENETUNREACH: describeUnreachable,
  ETIMEDOUT: describeUnreachable,
  ECONNRESET: describeCut,
  EPIPE: describeCut,
  ERR_TLS_CERT_ALTNAME_INVALID: (shown) =>
    `The certificate at ${shown} is for another host. Use a name in the URL that the certificate contains.`,
  CERT_HAS_EXPIRED: (shown) => `The certificate at ${shown} has expired. Renew it.`,
  '3D000': (shown) =>
    `There is no database of this name: ${shown}. Create it with createdb, or correct the URL.`,
  '28P01': (shown) =>
    `Postgres does not accept the password for ${shown}. Correct it in the URL (in a password, @ is written %40, / is %2F, : is %3A).`,
  '42501': (shown) =>
    `The user of ${shown} lacks a right in this database. As the owner of the database, run: GRANT CREATE ON DATABASE … TO …`,
  '53300': (shown) =>
    `${shown} has no connection left. Raise max_connections of Postgres, or run fewer processes.`,
  '57P01': describeCut,
  '57P02': describeCut,
  '57P03': (shown) => `${shown} is starting up or shutting down. Wait a moment, then start again.`,
};

const reasonsByMessage: readonly (readonly [part: string, (shown: string) => string])[] = [
  ['timeout', describeUnreachable],
  ['terminated', describeCut],
  ['connection error', describeCut],
  [
    'client password must be',
    (shown) => `${shown} asks for a password. Put it into the URL, or into PGPASSWORD.`,
  ],
  [
    'does not support SSL',
    (shown) => `${shown} has no TLS. Set it up there, or take sslmode out of the URL.`,
  ],
  [
    'unsupported startup parameter',
    (shown) =>
      `The pooler at ${shown} refuses a parameter of the URL or of PGOPTIONS. Take it out there, or name it in ignore_startup_parameters of PgBouncer.`,
  ],
  [
    'certificate',
    (shown) =>
      `This machine does not trust the certificate of ${shown}. Add the certificate of its issuer to the URL: sslrootcert=FILE.`,
  ],
];

function describeCut(shown: string): string {
  return `The connection to ${shown} was cut. Check that Postgres listens there, and the proxies and firewalls on the way.`;
}

function describeUnreachable(shown: string): string {
  return `${shown} cannot be reached. Check host, port, and the firewalls on the way there.`;
}
