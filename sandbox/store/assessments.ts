import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { DecisionStatus } from '../../src/decision.js';
import type { Purpose } from '../../src/assessmentFields.js';

/** Staff IDs that are not assigned are empty. */
export interface Assessment {
  readonly assessmentId: string;
  readonly company: string;
  readonly employeeId: string;
  readonly complianceTeamMemberId: string;
  readonly managerId: string;
  readonly purpose: Purpose;
  readonly destination: string;
  readonly scoreDigest: string;
  readonly status: DecisionStatus;
  readonly note: string;
  readonly createdAtMs: number;
  /** Null if the result is never ready. */
  readonly readyAtMs: number | null;
}

export type DecisionChange = Pick<
  Assessment,
  'assessmentId' | 'status' | 'note' | 'complianceTeamMemberId' | 'managerId'
>;

const columns = [
  'assessmentId',
  'company',
  'employeeId',
  'complianceTeamMemberId',
  'managerId',
  'purpose',
  'destination',
  'scoreDigest',
  'status',
  'note',
  'createdAtMs',
  'readyAtMs',
] as const satisfies readonly (keyof Assessment)[];

export class Assessments {
  readonly #insert: StatementSync;
  readonly #find: StatementSync;
  readonly #decide: StatementSync;
  readonly #all: StatementSync;
  readonly #clear: StatementSync;

  constructor(database: DatabaseSync) {
    const names = columns.join(', ');
    const marks = columns.map(() => '?').join(', ');
    this.#insert = database.prepare(`INSERT INTO assessment (${names}) VALUES (${marks})`);
    this.#find = database.prepare(`SELECT ${names} FROM assessment WHERE assessmentId = ?`);
    this.#decide = database.prepare(
      `UPDATE assessment SET status = ?, note = ?, complianceTeamMemberId = ?, managerId = ?
       WHERE assessmentId = ?`,
    );
    this.#all = database.prepare(`SELECT ${names} FROM assessment ORDER BY number`);
    this.#clear = database.prepare('DELETE FROM assessment');
  }

  insert(assessment: Assessment): void {
    this.#insert.run(...columns.map((column) => assessment[column]));
  }

  /** Searches all companies, because the link to the report page needs no token. */
  find(assessmentId: string): Assessment | undefined {
    return this.#find.get(assessmentId) as Assessment | undefined;
  }

  findInCompany(company: string, assessmentId: string): Assessment | undefined {
    const assessment = this.find(assessmentId);
    return assessment?.company === company ? assessment : undefined;
  }

  decide(change: DecisionChange): void {
    const { status, note, complianceTeamMemberId, managerId, assessmentId } = change;
    this.#decide.run(status, note, complianceTeamMemberId, managerId, assessmentId);
  }

  all(): Iterable<Assessment> {
    return this.#all.iterate() as Iterable<unknown> as Iterable<Assessment>;
  }

  clear(): void {
    this.#clear.run();
  }
}
