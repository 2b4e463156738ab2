import { randomUUID } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** The contract names only `Approver` and `Remove Access`. */
type Role = 'Approver' | 'Manager' | 'Remove Access';

export interface StaffAccount {
  readonly user_id: string;
  readonly company: string;
  /** The Staff ID, which need not be unique within a company. */
  readonly staff_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly role: Role;
  readonly activated: boolean;
  /** Null for an account that was never invited. */
  readonly invitation: string | null;
}

export type NewStaffAccount = Omit<StaffAccount, 'user_id' | 'invitation'>;

const columns = [
  'user_id',
  'company',
  'staff_id',
  'first_name',
  'last_name',
  'email',
  'role',
  'activated',
  'invitation',
] as const satisfies readonly (keyof StaffAccount)[];

type StaffRow = Omit<StaffAccount, 'activated'> & { readonly activated: number };

export class StaffAccounts {
  readonly #insert: StatementSync;
  readonly #update: StatementSync;
  readonly #byStaffId: StatementSync;
  readonly #byEmail: StatementSync;
  readonly #byInvitation: StatementSync;
  readonly #all: StatementSync;
  readonly #clear: StatementSync;

  constructor(database: DatabaseSync) {
    const select = `SELECT ${columns.join(', ')} FROM staff`;
    const marks = columns.map(() => '?').join(', ');
    this.#insert = database.prepare(`INSERT INTO staff (${columns.join(', ')}) VALUES (${marks})`);
    this.#update = database.prepare(
      `UPDATE staff SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE user_id = ?`,
    );
    this.#byStaffId = database.prepare(`${select} WHERE staff_id = ? ORDER BY number`);
    this.#byEmail = database.prepare(`${select} WHERE email = ?`);
    this.#byInvitation = database.prepare(`${select} WHERE invitation = ?`);
    this.#all = database.prepare(`${select} ORDER BY number`);
    this.#clear = database.prepare('DELETE FROM staff');
  }

  insert(newAccount: NewStaffAccount): StaffAccount {
    const account = { ...newAccount, user_id: `user-${randomUUID()}`, invitation: null };
    this.#insert.run(...toValues(account));
    return account;
  }

  update(account: StaffAccount): void {
    this.#update.run(...toValues(account), account.user_id);
  }

  findByStaffId(staffId: string): StaffAccount[] {
    return this.#byStaffId.all(staffId).map(toAccount);
  }

  findInCompany(company: string, staffId: string): StaffAccount[] {
    return this.findByStaffId(staffId).filter((account) => account.company === company);
  }

  findByEmail(email: string): StaffAccount | undefined {
    return toAccounts(this.#byEmail.get(email))[0];
  }

  findByInvitation(invitation: string): StaffAccount | undefined {
    return toAccounts(this.#byInvitation.get(invitation))[0];
  }

  all(): StaffAccount[] {
    return this.#all.all().map(toAccount);
  }

  clear(): void {
    this.#clear.run();
  }
}

function toValues(account: StaffAccount) {
  const row = { ...account, activated: Number(account.activated) };
  return columns.map((column) => row[column]);
}

function toAccount(row: unknown): StaffAccount {
  const account = row as StaffRow;
  return { ...account, activated: account.activated === 1 };
}

function toAccounts(row: unknown): StaffAccount[] {
  return row === undefined ? [] : [toAccount(row)];
}
