import { randomUUID } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { StaffAccounts, StaffAccount } from './staffAccounts.js';

export interface Email {
  readonly user_id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly invitation: string;
  readonly sentAtMs: number;
}

export class Outbox {
  readonly #insert: StatementSync;
  readonly #all: StatementSync;
  readonly #clear: StatementSync;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare(
      `INSERT INTO email (user_id, recipient, subject, invitation, sentAtMs)
       VALUES (?, ?, ?, ?, ?)`,
    );
    this.#all = database.prepare(
      'SELECT user_id, recipient, subject, invitation, sentAtMs FROM email ORDER BY number',
    );
    this.#clear = database.prepare('DELETE FROM email');
  }

  /** Sends an invitation. The links of earlier invitations become invalid. */
  invite(account: StaffAccount, accounts: StaffAccounts): void {
    const invitation = randomUUID();
    accounts.update({ ...account, invitation });
    const subject = 'Your invitation to the compliance team';
    this.#insert.run(account.user_id, account.email, subject, invitation, Date.now());
  }

  all(): Email[] {
    return this.#all.all() as unknown[] as Email[];
  }

  clear(): void {
    this.#clear.run();
  }
}
