import type { DatabaseSync } from 'node:sqlite';

/** The open database of a data folder. The files beside this one have what is stored, a topic each. */
export interface Store {
  readonly db: DatabaseSync;
  readonly folder: string;
  close(): void;
}
