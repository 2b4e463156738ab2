import pg from 'pg';
import { ServeError } from '../serveError.js';

/** The URL of the database, as it was given and as it may be shown. */
export interface DatabaseUrl {
  /** With the password, if there is one: for connecting, and for nothing else. */
  readonly url: string;
  /** Without password and options: `postgres://rwa@127.0.0.1:5432/rwa`. */
  readonly shown: string;
}

/**
 * Checks the URL of a database, which never appears in a message: it may have a password. Missing parts come from the
 * variables of Postgres (PGUSER, PGPASSWORD …) and its file of passwords. Throws a {@link ServeError} when it cannot
 * be used.
 */
export function readDatabaseUrl(text: string): DatabaseUrl {
  const url = text.trim();
  if (!/^postgres(?:ql)?:\/\//i.test(url)) {
    throw new ServeError(
      'The URL of the database does not begin with postgres://. It looks like postgres://USER:PASSWORD@HOST:5432/DATABASE.',
    );
  }
  return { url, shown: shownUrl(url) };
}

function shownUrl(url: string): string {
  try {
    const { user, host, port, database } = new pg.Client({ connectionString: url });
    // A host with a slash is the folder of a socket.
    const where = host.startsWith('/') ? encodeURIComponent(host) : `${host}:${port}`;
    return `postgres://${user ?? ''}@${where}/${database ?? ''}`;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Only the message about a file (sslrootcert=…) is known to have nothing else of the URL.
    const why = code === 'ENOENT' || code === 'EACCES' ? ` ${message}.` : '';
    throw new ServeError(
      `The URL of the database cannot be read.${why} It looks like postgres://USER:PASSWORD@HOST:5432/DATABASE; in a password, write %40 for @, %2F for /, %3A for : and %25 for %.`,
    );
  }
}
