import type { IExecuteFunctions } from 'n8n-workflow';
import { toErrorMessage } from '../../batch/engine/errors.js';
import { followedBy } from '../../batch/engine/intake/rowKey.js';
import type { Journal } from '../../batch/engine/journal/journal.js';
import { isUnconfirmed } from '../../batch/engine/journal/settle.js';
import { JournalError } from '../../batch/engine/journal/journalStore.js';
import type { ClaimStore, ClaimDetails, ClaimResult } from '../../batch/engine/rows/rowWork.js';
import { canRemember, type Remembering } from '../shared/remember.js';
import { type Expiry, RememberedKeys } from '../shared/rememberedKeys.js';
import type { ImportedJournal } from './importedJournal.js';
import type { SavedAssessments } from './savedAssessments.js';
import type { ServiceMemory } from '../shared/serviceMemory.js';
import { UnansweredEmployees } from './unansweredEmployees.js';

/** The batch size for storing answers, since n8n reads and writes all of its keys each time. */
const answerBatchSize = 100;

/** A row and its employee. */
interface EmployeeRow {
  readonly row: string;
  readonly employee: string | undefined;
}

/** The sources of what is known about rows. */
interface Known {
  readonly saved: SavedAssessments;
  readonly imported: Pick<ImportedJournal, 'entered' | 'isSentAgain'>;
  readonly service: Pick<ServiceMemory, 'record'>;
}

/** A row that this execution sends. */
interface Sent extends EmployeeRow {
  /** The keys by which the row is remembered: its own, and its request's, for executions that send it as a new row. */
  readonly keys: string[];
}

/**
 * The rows that other executions of the node have sent, by the engine's keys of rows: n8n stores each right
 * before it is sent. With *Remember Across Executions* off nothing is stored, and only rows whose assessment is
 * known are not sent again; the record of a row without an answer is deleted when the answer arrives.
 */
export class RememberedRows implements ClaimStore {
  readonly #context: IExecuteFunctions;
  readonly #saved: SavedAssessments;
  readonly #imported: Known['imported'];
  readonly #service: Known['service'];
  readonly #remembers: boolean;
  readonly #expiry: Expiry;
  readonly #canStore: boolean;
  readonly #keys: RememberedKeys;
  readonly #employees: UnansweredEmployees;
  readonly #sent = new Map<string, Sent>();
  readonly #answered: Sent[] = [];

  constructor(
    context: IExecuteFunctions,
    { saved, imported, service }: Known,
    remembering: Remembering,
  ) {
    this.#context = context;
    this.#saved = saved;
    this.#imported = imported;
    this.#service = service;
    this.#remembers = remembering !== 'off';
    this.#expiry = remembering === 'day' ? 'afterDay' : 'never';
    this.#canStore = canRemember(context);
    this.#keys = new RememberedKeys(context);
    this.#employees = new UnansweredEmployees(this.#keys);
  }

  findRow(assessmentId: string): string | undefined {
    return this.#saved.findRow(assessmentId);
  }

  async claim(row: string, about: ClaimDetails): Promise<ClaimResult> {
    const assessmentId = this.#saved.findId(row, about.request);
    if (assessmentId !== undefined) {
      const { redirectUrl } = this.#saved.of(assessmentId) ?? {};
      return { isDone: true, assessmentId, redirectUrl };
    }
    const sent: Sent = { row, employee: about.employee, keys: [row] };
    if (!this.#remembers) {
      if (this.#canStore && (await this.#waits(sent))) return 'employeeUnanswered';
      if (this.#canStore) await this.#keep(() => this.#service.record());
      this.#sent.set(row, sent);
      return 'new';
    }
    const taken = await this.#record(row, sent, about).catch((error: unknown) => ({ error }));
    if (typeof taken === 'string' || !('error' in taken)) return taken;
    // n8n may have recorded the row although nothing was sent.
    if (about.employee !== undefined) this.#employees.leave(about.employee, row);
    await this.#employees.end().catch(() => undefined);
    const reason = toErrorMessage(taken.error);
    throw new JournalError({ code: 'journalWriteFailed', journal: 'n8n', reason });
  }

  /** Keeps holding the employees of rows that an earlier try of this execution has sent without an answer. */
  resume({ states }: Pick<Journal, 'states'>): void {
    if (!this.#remembers) return;
    for (const [row, state] of states) {
      const { employee, message } = state;
      const isOfOthers = typeof message === 'object' && message.code === 'sentElsewhere';
      if (isUnconfirmed(state) && !isOfOthers && isHeld(row, employee))
        this.#employees.resume(employee, row);
    }
  }

  async confirm(row: string): Promise<void> {
    const sent = this.#leave(row);
    if (sent === undefined) return;
    if (this.#answered.push(sent) >= answerBatchSize) await this.end();
  }

  async release(row: string): Promise<void> {
    const { keys = [] } = this.#leave(row) ?? {};
    if (!this.#remembers) return;
    const release = () => Promise.all(keys.map((key) => this.#keys.release(key)));
    await this.#keep(() => Promise.all([release(), this.#employees.end()]));
  }

  /**
   * Deletes the records of rows without an answer whose Assessment ID a person has entered, after the service has
   * returned scores for that ID.
   */
  async settle(journal: Pick<Journal, 'state'>): Promise<void> {
    if (!this.#canStore) return;
    const found = this.#imported.entered.filter(({ row, assessmentId }) => {
      const state = journal.state(row);
      return state?.state === 'Scored' && state.assessmentId === assessmentId;
    });
    await this.#keep(() => this.#settleOpen(found));
  }

  /** Stores the pending answers. Until then, the rows are recorded as sent, which prevents a second request. */
  async end(): Promise<void> {
    const answered = this.#answered.splice(0);
    if (!this.#canStore) return;
    if (!this.#remembers) {
      await this.#keep(() => this.#settleSent(answered));
      return;
    }
    const keys = answered.flatMap((sent) => sent.keys);
    const close = () => Promise.all(keys.map((key) => this.#keys.close(key)));
    await this.#keep(() => Promise.all([close(), this.#employees.end()]));
  }

  async #record(
    row: string,
    sent: Sent,
    { employee, request }: ClaimDetails,
  ): Promise<ClaimResult> {
    await this.#service.record();
    const [{ state }, isFree] = await Promise.all([
      this.#keys.claim(row, this.#expiry),
      isHeld(row, employee) ? this.#employees.hold(employee, row) : true,
    ]);
    if (state !== 'new' || !isFree) {
      if (state === 'new') await this.#keep(() => this.#keys.release(row));
      if (employee !== undefined) this.#employees.leave(employee, row);
      return state === 'new' ? 'employeeUnanswered' : { isDone: state === 'done' };
    }
    this.#sent.set(row, sent);
    if (request !== undefined) {
      const { state: before } = await this.#keys.claim(request, this.#expiry);
      if (before === 'new') sent.keys.push(request);
    }
    return 'new';
  }

  /**
   * Returns true if the employee has another row without an answer. Even without the memory, the row is sent only
   * if a person has decided that.
   */
  async #waits({ row, employee }: EmployeeRow): Promise<boolean> {
    if (!isHeld(row, employee) || this.#imported.isSentAgain(row)) return false;
    const states = [this.#employees.peek(employee), this.#keys.peek(row)];
    const [ofEmployee, own] = await Promise.all(states).catch(() => []);
    return ofEmployee === 'open' && own !== 'open';
  }

  #leave(row: string): Sent | undefined {
    const sent = this.#sent.get(row);
    this.#sent.delete(row);
    if (sent?.employee !== undefined) this.#employees.leave(sent.employee, row);
    return sent;
  }

  /** Settles the rows that had no answer before and have one now. */
  async #settleOpen(rows: readonly EmployeeRow[]): Promise<void> {
    const states = await Promise.all(rows.map(({ row }) => this.#keys.peek(row)));
    const open = rows.filter((_, index) => states[index] === 'open');
    await Promise.all(open.map(({ row }) => this.#keys.close(row)));
    // One after the other, because several rows may have the same employee.
    for (const { row, employee } of open) {
      if (isHeld(row, employee)) await this.#employees.settle(employee);
    }
  }

  /** The user chose to send them: they had no answer, or a person has decided that they wait for none. */
  async #settleSent(rows: readonly EmployeeRow[]): Promise<void> {
    const isSentAgain = ({ row }: EmployeeRow) => this.#imported.isSentAgain(row);
    await this.#settleOpen(rows.filter((each) => !isSentAgain(each)));
    for (const { row, employee } of rows.filter(isSentAgain)) {
      // Only once, even if the workbook is passed in several times.
      const { state } = await this.#keys.claim(row);
      await this.#keys.close(row);
      if (state !== 'done' && isHeld(row, employee)) await this.#employees.settle(employee);
    }
  }

  async #keep(change: () => Promise<unknown>): Promise<void> {
    await change().catch((error: unknown) => {
      // A later execution takes them for unconfirmed, so nothing is sent twice.
      const message = `n8n could not record what became of some rows (${toErrorMessage(error)}). A later execution of another copy of this workbook may call them Unconfirmed, or not send other rows of the same employees.`;
      this.#context.addExecutionHints({ message, type: 'warning' });
    });
  }
}

/**
 * True for a first assessment: the key of a reassessment names the one before, so it cannot be a corrected
 * copy of an earlier row.
 */
function isHeld(row: string, employee: string | undefined): employee is string {
  return employee !== undefined && followedBy(row) === undefined;
}
