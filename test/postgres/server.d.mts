/** The folder of the programs of the newest Postgres; undefined where none is installed. */
export function postgresPrograms(): string | undefined;

/** A cluster of Postgres for tests. */
export interface Cluster {
  readonly port: number;
  /** The certificate of the CA, if the cluster has TLS. */
  readonly caFile: string | undefined;
  readonly pid: () => number;
  readonly toUrl: (name: string) => string;
  readonly createDatabase: () => Promise<string>;
  readonly copyDatabase: (url: string) => Promise<string>;
  readonly restoreInPlace: (url: string, meanwhile: () => void | Promise<void>) => Promise<void>;
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** How a cluster is started. */
export interface ClusterOptions {
  readonly isSafe?: boolean;
  readonly hasTls?: boolean;
}

/** Starts a cluster. `isSafe` keeps what is committed through a loss of power, as in use; `hasTls` adds TLS. */
export function startPostgres(options?: ClusterOptions): Promise<Cluster>;
