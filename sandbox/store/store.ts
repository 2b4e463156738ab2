import { Assessments } from './assessments.js';
import { Counts } from './counts.js';
import { openDatabase } from './database.js';
import { MetEmployees } from './metEmployees.js';
import { Outbox } from './outbox.js';
import { StaffAccounts } from './staffAccounts.js';
import { companies } from '../companies.js';

/** Everything that the sandbox remembers. */
export interface Store {
  readonly assessments: Assessments;
  readonly staff: StaffAccounts;
  readonly outbox: Outbox;
  readonly counts: Counts;
  readonly met: MetEmployees;
  /** Runs a change as one transaction: after a kill, either all or nothing of it is stored. */
  change<T>(change: () => T): T;
  /** Deletes everything and creates the companies' initial staff again. */
  reset(): void;
  close(): void;
}

/**
 * Opens the store in a file, or in memory without one. In a file, what was committed survives a
 * kill of the process (not a loss of power). Throws a SandboxError when the file cannot be used.
 */
export function openStore(file: string | undefined): Store {
  const { database, isNew } = openDatabase(file);
  const [begin, commit, rollback] = ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'].map((sql) =>
    database.prepare(sql),
  );
  const store: Store = {
    assessments: new Assessments(database),
    staff: new StaffAccounts(database),
    outbox: new Outbox(database),
    counts: new Counts(database),
    met: new MetEmployees(database),
    change: (change) => {
      begin?.run();
      try {
        const result = change();
        commit?.run();
        return result;
      } catch (error) {
        rollback?.run();
        throw error;
      }
    },
    reset: () => {
      store.change(() => {
        const { assessments, staff, outbox, counts, met } = store;
        for (const part of [assessments, staff, outbox, counts, met]) {
          part.clear();
        }
        seed(staff);
      });
    },
    close: () => {
      database.close();
    },
  };
  if (isNew) store.reset();
  return store;
}

function seed(accounts: StaffAccounts): void {
  for (const { name: company, staff } of companies) {
    for (const account of staff) accounts.insert({ company, ...account });
  }
}
