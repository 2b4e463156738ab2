/** The folder of the programs of the newest Postgres; undefined where none is installed. */
export function postgresPrograms(): string | undefined;

/** A cluster of Postgres for tests. */
export interface Cluster {
  readonly port: number;
  readonly pid: () => number;
  readonly urlOf: (name: string) => string;
  readonly createDatabase: () => Promise<string>;
  readonly copyDatabase: (url: string) => Promise<string>;
  readonly restoreInPlace: (url: string, meanwhile: () => void | Promise<void>) => Promise<void>;
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts a cluster. `isSafe` keeps what is committed through a loss of power, as in use. */
export function startPostgres(options?: { readonly isSafe?: boolean }): Promise<Cluster>;
