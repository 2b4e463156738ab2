/** What a column of a line may have. */
export type SqlValue = string | number | bigint | null | Uint8Array;

/** A line that was found: its columns by name. */
export type Line = Record<string, SqlValue>;

/** Values by their names in a statement. */
export type NamedValues = Readonly<Record<string, SqlValue>>;

/** A statement, as node:sqlite has it: its values come in their order, or by name. */
export interface Statement {
  get(...values: SqlValue[]): Line | undefined;
  get(values: NamedValues): Line | undefined;
  all(...values: SqlValue[]): Line[];
  all(values: NamedValues): Line[];
  iterate(...values: SqlValue[]): Iterable<Line>;
  run(...values: SqlValue[]): { readonly changes: number | bigint };
  run(values: NamedValues): { readonly changes: number | bigint };
}

/**
 * An open database. Each call returns when it is done, on both kinds of database: a transaction is one turn of
 * the event loop, so that nothing else of the process comes between its statements.
 */
export interface Database {
  readonly isTransaction: boolean;
  prepare(sql: string): Statement;
  exec(sql: string): void;
  close(): void;
  /** What Postgres does otherwise than by statements: transaction.ts and many.ts know it. */
  transaction?<T>(change: () => T, lock?: string): T;
  runMany?(sql: string, rows: readonly (readonly SqlValue[])[]): void;
  getMany?(sql: string, rows: readonly (readonly SqlValue[])[]): (Line | undefined)[];
}

/** The two kinds of database: a file of this machine, or a server that many machines use. */
export type Dialect = 'sqlite' | 'postgres';

/** The open database. The files beside this one have what is stored, a topic each. */
export interface Store {
  readonly db: Database;
  readonly dialect: Dialect;
  /** Of this process: the data folder, or on Postgres one for its temporary files. */
  readonly folder: string;
  close(): void;
}
