import type { IExecuteFunctions } from 'n8n-workflow';
import { toErrorMessage, toFileFault } from '../../batch/engine/errors.js';
import { findRequestHash, getFollowedAssessment } from '../../batch/engine/intake/rowKey.js';
import type { Journal } from '../../batch/engine/journal/journal.js';
import { isUnconfirmed } from '../../batch/engine/journal/settle.js';
import { JournalError } from '../../batch/engine/journal/journalStore.js';
import type { ClaimStore, ClaimDetails, ClaimResult } from '../../batch/engine/rows/rowWork.js';
import { canRemember, type Remembering } from '../shared/remember.js';
import { type Claim, expiries, type Expiry, RememberedKeys } from '../shared/rememberedKeys.js';
import type { ImportedJournal } from './importedJournal.js';
import type { SavedAssessments } from './savedAssessments.js';
import type { ServiceMemory } from '../shared/serviceMemory.js';
import { UnansweredEmployees } from './unansweredEmployees.js';

/** Answers are stored in batches, since n8n reads and writes all keys of the node each time. */
const answerBatchSize = 100;

interface EmployeeRow {
  readonly row: string;
  readonly employee: string | undefined;
}

interface RowSources {
  readonly saved: SavedAssessments;
  readonly imported: Pick<ImportedJournal, 'entered' | 'maySendAgain'>;
  readonly service: Pick<ServiceMemory, 'record'>;
}

/** A row that this execution sends. */
interface SentRow extends EmployeeRow {
  /**
   * The claims by key. The key of the row has one, and so has the key of its request, because
   * another execution could send the row as a new row.
   */
  readonly claims: ReadonlyMap<string, Claim>;
  /**
   * True if another execution holds the employee, and this row is sent in place of the unanswered
   * row.
   */
  readonly settlesEmployee: boolean;
}

/**
 * The rows that other executions of the node have sent, by the engine's row keys. n8n stores each
 * key right before its row is sent. If *Remember Across Executions* is Off, the key of a row does
 * not prevent the row from being sent, but is still stored if possible: a later execution with
 * another setting must not send the row again.
 */
export class RememberedRows implements ClaimStore {
  readonly #context: IExecuteFunctions;
  readonly #saved: SavedAssessments;
  readonly #imported: RowSources['imported'];
  readonly #service: RowSources['service'];
  readonly #expiry: Expiry;
  readonly #canStore: boolean;
  readonly #keys: RememberedKeys;
  readonly #employees: UnansweredEmployees;
  readonly #sent = new Map<string, SentRow>();
  readonly #answered: SentRow[] = [];

  constructor(
    context: IExecuteFunctions,
    { saved, imported, service }: RowSources,
    remembering: Remembering,
  ) {
    this.#context = context;
    this.#saved = saved;
    this.#imported = imported;
    this.#service = service;
    this.#expiry = expiries[remembering];
    this.#canStore = canRemember(context);
    this.#keys = new RememberedKeys(context);
    this.#employees = new UnansweredEmployees(this.#keys);
  }

  findRow(assessmentId: string): string | undefined {
    return this.#saved.findRow(assessmentId);
  }

  async claim(row: string, details: ClaimDetails): Promise<ClaimResult> {
    // The core claims a row again if it has waited for a long time before it is sent.
    if (this.#sent.has(row)) return 'new';
    const assessmentId = this.#saved.findId(row, details.request);
    if (assessmentId !== undefined) {
      const { redirectUrl } = this.#saved.get(assessmentId) ?? {};
      this.#saved.remember(assessmentId);
      return { isDone: true, assessmentId, redirectUrl };
    }
    if (!this.#canStore) return 'new';
    const result = await this.#record(row, details).catch((error: unknown) => ({ error }));
    if (typeof result === 'string' || !('error' in result)) return result;
    // The row is not sent, so it must not hold its employee.
    if (details.employee !== undefined) this.#employees.removeRow(details.employee, row);
    await this.#employees.deleteReleased().catch(() => undefined);
    const fault = toFileFault(result.error, 'n8n');
    throw new JournalError({ code: 'journalWriteFailed', journal: 'n8n', fault });
  }

  /**
   * Continues to hold the employees of unanswered rows that an earlier attempt of this execution
   * sent.
   */
  resume({ states }: Pick<Journal, 'states'>): void {
    if (!this.#canStore) return;
    for (const [row, state] of states) {
      const { employee, reason } = state;
      const wasSentElsewhere = reason?.code === 'sentElsewhere';
      if (isUnconfirmed(state) && !wasSentElsewhere && holdsEmployee(row, employee))
        this.#employees.resume(employee, row);
    }
  }

  async confirm(row: string): Promise<void> {
    const sent = this.#removeSent(row);
    if (sent === undefined) return;
    if (this.#answered.push(sent) >= answerBatchSize) await this.saveAnswers();
  }

  async release(row: string): Promise<void> {
    const sent = this.#removeSent(row);
    if (sent === undefined) return;
    const withdraw = () =>
      Promise.all([...sent.claims].map(([key, claim]) => this.#keys.withdraw(key, claim)));
    await this.#tryToRecord(() => Promise.all([withdraw(), this.#employees.deleteReleased()]));
  }

  /**
   * Records unanswered rows as done if a person has entered their Assessment ID and the service has
   * returned its scores, and releases their employees.
   */
  async settle(journal: Pick<Journal, 'state' | 'findKeyById'>): Promise<void> {
    if (!this.#canStore) return;
    const found = this.#imported.entered.filter(({ row, assessmentId }) => {
      const key = journal.findKeyById(assessmentId) ?? '';
      const state = journal.state(key);
      if (state?.state !== 'Scored' || state.assessmentId !== assessmentId) return false;
      const request = state.request ?? findRequestHash(key);
      return request !== undefined && request === findRequestHash(row);
    });
    await this.#tryToRecord(() => this.#settleOpenRows(found));
  }

  /** Records the answered rows as done. Their keys are open until this call. */
  async saveAnswers(): Promise<void> {
    const answered = this.#answered.splice(0);
    if (!this.#canStore) return;
    const keys = answered.flatMap(({ claims }) => [...claims.keys()]);
    const close = () => Promise.all(keys.map((key) => this.#keys.close(key)));
    await this.#tryToRecord(() => Promise.all([close(), this.#employees.deleteReleased()]));
    await this.#tryToRecord(() =>
      this.#settleEmployees(answered.filter((sent) => sent.settlesEmployee)),
    );
  }

  async #record(
    row: string,
    { employee, request, isChanged = false }: ClaimDetails,
  ): Promise<ClaimResult> {
    await this.#service.record();
    const [rowClaim, isFree] = await Promise.all([
      this.#keys.claim(row, this.#expiry),
      holdsEmployee(row, employee) ? this.#employees.hold(employee, row) : true,
    ]);
    // With Off, a person has decided to send this row again, or to send it although its employee is
    // held.
    const isAllowed =
      this.#expiry === 'atOnce' && (rowClaim.before === 'open' || this.#imported.maySendAgain(row));
    if (rowClaim.state !== 'new' || !(isFree || isAllowed)) {
      if (rowClaim.state === 'new')
        await this.#tryToRecord(() => this.#keys.withdraw(row, rowClaim));
      if (employee !== undefined) this.#employees.removeRow(employee, row);
      return rowClaim.state === 'new'
        ? 'employeeUnanswered'
        : { isDone: rowClaim.state === 'done' };
    }
    const claims = new Map([[row, rowClaim]]);
    if (request !== undefined) {
      const claim = await this.#keys.claim(request, this.#expiry);
      if (claim.state === 'new') claims.set(request, claim);
      // Another workbook has sent the corrected inputs as a new row.
      else if (isChanged && !this.#saved.hadRequest(row, request)) {
        await this.#tryToRecord(() => this.#keys.withdraw(row, rowClaim));
        return { isDone: claim.state === 'done' };
      }
    }
    // A row that was done before had an answer, so it does not replace the unanswered row.
    const settlesEmployee = !isFree && rowClaim.before !== 'done';
    this.#sent.set(row, { row, employee, claims, settlesEmployee });
    return 'new';
  }

  #removeSent(row: string): SentRow | undefined {
    const sent = this.#sent.get(row);
    this.#sent.delete(row);
    if (sent?.employee !== undefined) this.#employees.removeRow(sent.employee, row);
    return sent;
  }

  async #settleOpenRows(rows: readonly EmployeeRow[]): Promise<void> {
    const states = await Promise.all(rows.map(({ row }) => this.#keys.peek(row)));
    const open = rows.filter((_, index) => states[index] === 'open');
    await Promise.all(open.map(({ row }) => this.#keys.close(row)));
    await this.#settleEmployees(open);
  }

  async #settleEmployees(rows: readonly EmployeeRow[]): Promise<void> {
    // Settles one row after the other, because several rows may have the same employee.
    for (const { row, employee } of rows) {
      if (holdsEmployee(row, employee)) await this.#employees.settle(employee);
    }
  }

  /** Makes a change to n8n's memory; a failure becomes a warning. */
  async #tryToRecord(change: () => Promise<unknown>): Promise<void> {
    await change().catch((error: unknown) => {
      const message = `n8n could not record the outcome of some rows (${toErrorMessage(error)}). A later execution of another copy of this workbook may call them Unconfirmed, or not send other rows of the same employees.`;
      this.#context.addExecutionHints({ message, type: 'warning' });
    });
  }
}

/**
 * Returns true for a first assessment with an employee. A reassessment cannot be a corrected copy of an
 * earlier row, because its key names the assessment before it.
 */
function holdsEmployee(row: string, employee: string | undefined): employee is string {
  return employee !== undefined && getFollowedAssessment(row) === undefined;
}
