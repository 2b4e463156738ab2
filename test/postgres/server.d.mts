/** Returns the folder with the programs of the newest Postgres; undefined if none is installed. */
export function postgresPrograms(): string | undefined;

/** A Postgres cluster for tests. */
export interface Cluster {
  readonly port: number;
  /** The certificate of the CA, if the cluster has TLS. */
  readonly caFile: string | undefined;
  readonly pid: () => number;
  readonly toUrl: (name: string) => string;
  readonly createDatabase: () => Promise<string>;
  readonly query: (url: string, statement: string) => Promise<void>;
  readonly copyDatabase: (url: string) => Promise<string>;
  readonly restoreInPlace: (url: string, meanwhile: () => void | Promise<void>) => Promise<void>;
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** The settings of a cluster. */
export interface ClusterOptions {
  readonly isSafe?: boolean;
  readonly hasTls?: boolean;
}

/** Starts a cluster. `isSafe` makes commits survive a power cut, as in production; `hasTls` adds TLS. */
export function startPostgres(options?: ClusterOptions): Promise<Cluster>;
