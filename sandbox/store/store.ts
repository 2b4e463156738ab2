import { Assessments } from './assessments.js';
import { Counts } from './counts.js';
import { openDatabase } from './database.js';
import { SeenEmployees } from './seenEmployees.js';
import { Outbox } from './outbox.js';
import { StaffAccounts } from './staffAccounts.js';
import { companies } from '../companies.js';

export interface Store {
  readonly assessments: Assessments;
  readonly staff: StaffAccounts;
  readonly outbox: Outbox;
  readonly counts: Counts;
  readonly seenEmployees: SeenEmployees;
  change<T>(change: () => T): T;
  reset(): void;
  close(): void;
}

/** Committed changes survive a crash of the process, but not a power cut. */
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
    seenEmployees: new SeenEmployees(database),
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
        const { assessments, staff, outbox, counts, seenEmployees } = store;
        for (const part of [assessments, staff, outbox, counts, seenEmployees]) {
          part.clear();
        }
        insertInitialStaff(staff);
      });
    },
    close: () => {
      database.close();
    },
  };
  if (isNew) store.reset();
  return store;
}

function insertInitialStaff(accounts: StaffAccounts): void {
  for (const { name: company, staff } of companies) {
    for (const account of staff) accounts.insert({ company, ...account });
  }
}
