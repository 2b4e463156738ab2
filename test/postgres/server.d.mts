/** Returns the folder with the programs of the newest Postgres; undefined if none is installed. */
export function findPostgresPrograms(): string | undefined;

/** A Postgres cluster for tests. */
export interface Cluster {
  readonly port: number;
  /** The path of the CA's certificate, if the cluster has TLS. */
  readonly caFile: string | undefined;
  /** Returns the ID of the main process, which starts a process for each connection. */
  readonly pid: () => number;
  /** Returns the URL of a database. */
  readonly toUrl: (name: string) => string;
  /** Creates an empty database, and resolves to its URL. */
  readonly createDatabase: () => Promise<string>;
  /** Sends a statement to a database. */
  readonly query: (url: string, statement: string) => Promise<void>;
  /** Copies a database, which must have no connections, and resolves to the URL of the copy. */
  readonly copyDatabase: (url: string) => Promise<string>;
  /**
   * Dumps a database except the queue of pg-boss, then calls `meanwhile`, which changes the database,
   * and then restores the dump.
   */
  readonly restoreInPlace: (url: string, meanwhile: () => void | Promise<void>) => Promise<void>;
  /** Restarts like `pg_ctl restart -m immediate`: all connections break, and the log is replayed. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** The settings of a cluster. */
export interface ClusterOptions {
  readonly isSafe?: boolean;
  readonly hasTls?: boolean;
}

/**
 * Starts a cluster. `isSafe` makes commits survive a power cut, as in production; without it, tests
 * are faster. `hasTls` also accepts TLS connections. Throws if Postgres is not installed or does not
 * start.
 */
export function startPostgres(options?: ClusterOptions): Promise<Cluster>;
