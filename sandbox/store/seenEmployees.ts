import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** The magic employees whose one-time fault has already happened. */
export class SeenEmployees {
  readonly #insert: StatementSync;
  readonly #clear: StatementSync;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare('INSERT OR IGNORE INTO seen_employee VALUES (?, ?)');
    this.#clear = database.prepare('DELETE FROM seen_employee');
  }

  recordFirst(company: string, employeeId: string): boolean {
    return this.#insert.run(company, employeeId).changes === 1;
  }

  clear(): void {
    this.#clear.run();
  }
}
