import { tmpdir } from 'node:os';
import type { Store } from './store.js';

/** How a process uses a database of Postgres. */
export interface OpenOptions {
  /** The most connections at a time. */
  readonly connections?: number;
  /** How long a statement may take, or waits for a connection. */
  readonly timeoutMs?: number;
}

/**
 * Opens the database of a data folder, or the one of Postgres at an address, and creates its tables if it is empty.
 * What is committed survives a loss of power. Throws a ServeError for one that is not ours or comes from a later
 * version.
 */
export function openStore(
  place: string,
  workFolder = tmpdir(),
  options: OpenOptions = {},
): Promise<Store> {
  return Promise.reject(new Error(`${place} ${workFolder} ${JSON.stringify(options)}`));
}
