import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type OperationName, operations } from '../../src/operations.js';
import type { ByOperation } from '../byOperation.js';

const names = Object.keys(operations) as OperationName[];

export class Counts {
  readonly #request: StatementSync;
  readonly #commit: StatementSync;
  readonly #all: StatementSync;
  readonly #zero: StatementSync;

  constructor(database: DatabaseSync) {
    this.#request = database.prepare(
      'UPDATE count SET requests = requests + 1 WHERE operation = ?',
    );
    this.#commit = database.prepare('UPDATE count SET commits = commits + 1 WHERE operation = ?');
    this.#all = database.prepare('SELECT operation, requests, commits FROM count');
    this.#zero = database.prepare('INSERT OR REPLACE INTO count VALUES (?, 0, 0)');
  }

  addRequest(operation: OperationName): void {
    this.#request.run(operation);
  }

  /** Call this in the transaction of the change. */
  addCommit(operation: OperationName): void {
    this.#commit.run(operation);
  }

  all(): { requests: ByOperation<number>; commits: ByOperation<number> } {
    const rows = this.#all.all() as unknown[] as {
      operation: OperationName;
      requests: number;
      commits: number;
    }[];
    const collect = (name: 'requests' | 'commits') =>
      Object.fromEntries(
        names.map((operation) => [
          operation,
          rows.find((row) => row.operation === operation)?.[name] ?? 0,
        ]),
      ) as ByOperation<number>;
    return { requests: collect('requests'), commits: collect('commits') };
  }

  clear(): void {
    for (const name of names) this.#zero.run(name);
  }
}
