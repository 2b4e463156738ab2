import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import { messageOf } from '../../batch/engine/errors.js';
import { followedBy } from '../../batch/engine/intake/rowKey.js';
import { JournalError } from '../../batch/engine/journal/journalError.js';
import type { OtherRuns, RowOfOthers, RowToTake } from '../../batch/engine/rows/rowWork.js';
import { credentialName } from '../shared/credential.js';
import { whyNot } from '../shared/itemKeys.js';
import { RememberedKeys } from '../shared/rememberedKeys.js';
import type { SavedAssessments } from './savedAssessments.js';
import { UnansweredEmployees } from './unansweredEmployees.js';

/** Makes the same row the same key in every execution of this node with this service and company. */
export function saltOf(context: IExecuteFunctions, service: string): string {
  const { id, credentials = {} } = context.getNode();
  return `${id} ${credentials[credentialName]?.id ?? ''} ${service}`;
}

/** So many answers are stored together: n8n reads and writes all of its keys each time. */
const mostAnswered = 100;

type KeyState = Awaited<ReturnType<RememberedKeys['claim']>>;

/** What this execution has taken. */
interface Taken {
  readonly employee: string | undefined;
  /** The keys by which it is remembered: its own, and that of its request, for who sends that as a new row. */
  readonly keys: string[];
}

/**
 * The rows that other executions of the node have sent, by the engine's keys of rows: n8n stores each right
 * before it is sent. Without *Remember Across Executions*, only rows whose assessment is known are not sent
 * again, and what was remembered of a row ends with its answer.
 */
export class RememberedRows implements OtherRuns {
  readonly #context: IExecuteFunctions;
  readonly #saved: SavedAssessments;
  readonly #remembers: boolean;
  readonly #canStore: boolean;
  readonly #keys: RememberedKeys;
  readonly #employees: UnansweredEmployees;
  readonly #taken = new Map<string, Taken>();
  /** What n8n has said of keys, for the life of this execution. */
  readonly #states = new Map<string, Promise<KeyState>>();
  readonly #answered: string[] = [];

  /** Throws a NodeOperationError where keys are wanted and n8n cannot store them. */
  constructor(context: IExecuteFunctions, saved: SavedAssessments, remembers: boolean) {
    const why = whyNot(context);
    if (remembers && why !== undefined) {
      const { message, remedy } = why;
      throw new NodeOperationError(context.getNode(), message, { description: remedy });
    }
    this.#context = context;
    this.#saved = saved;
    this.#remembers = remembers;
    this.#canStore = why === undefined;
    this.#keys = new RememberedKeys(context);
    this.#employees = new UnansweredEmployees(this.#keys);
  }

  rowOf(assessmentId: string): string | undefined {
    return this.#saved.rowOf(assessmentId);
  }

  async take(row: string, about: RowToTake): Promise<'new' | RowOfOthers> {
    const { employee } = about;
    const assessmentId = this.#saved.idOf(row);
    if (assessmentId !== undefined) {
      const { redirectUrl } = this.#saved.of(assessmentId) ?? {};
      return { is: 'done', assessmentId, redirectUrl };
    }
    const taken: Taken = { employee, keys: [row] };
    this.#taken.set(row, taken);
    if (!this.#remembers) {
      if (employee !== undefined) this.#employees.holdUnasked(employee, row);
      return 'new';
    }
    const asked = await this.#ask(row, taken, about).catch((error: unknown) => ({ error }));
    if (typeof asked === 'string' || 'is' in asked) return asked;
    const reason = messageOf(asked.error);
    throw new JournalError({ code: 'journalWriteFailed', journal: 'n8n', reason });
  }

  async done(row: string): Promise<void> {
    const { keys = [] } = this.#taken.get(row) ?? {};
    this.#leave(row);
    if (this.#canStore && this.#answered.push(...keys) >= mostAnswered) await this.end();
  }

  async release(row: string): Promise<void> {
    const { keys = [] } = this.#taken.get(row) ?? {};
    this.#leave(row);
    if (!this.#remembers) return;
    for (const key of keys) this.#states.delete(key);
    await this.#keep(() =>
      Promise.all([...keys.map((key) => this.#keys.release(key)), this.#employees.end()]),
    );
  }

  /** A person has said in the workbook which assessments are these employees'. */
  async settle(employees: readonly string[]): Promise<void> {
    if (this.#canStore) await this.#keep(() => this.#employees.settle(employees));
  }

  /** Stores the answers that are not stored yet. Until then, the rows are known as sent, which is what counts. */
  async end(): Promise<void> {
    if (!this.#canStore) return;
    const answered = this.#answered.splice(0);
    await this.#keep(() =>
      Promise.all([...answered.map((key) => this.#keys.close(key)), this.#employees.end()]),
    );
  }

  async #ask(row: string, taken: Taken, about: RowToTake): Promise<'new' | RowOfOthers> {
    const [state, mayBeSent] = await Promise.all([this.#claim(row), this.#hold(row, about)]);
    if (state === 'open') return { is: 'open' };
    if (state === 'done' || !mayBeSent) {
      // Asking has changed it.
      await this.#keep(() => this.#keys[state === 'done' ? 'close' : 'release'](row));
      this.#leave(row);
      return { is: state === 'done' ? 'done' : 'otherRow' };
    }
    const { request } = about;
    if (request !== undefined && (await this.#claim(request)) === 'new') taken.keys.push(request);
    return state;
  }

  #claim(key: string): Promise<KeyState> {
    const state = this.#keys.claim(key);
    this.#states.set(key, state);
    return state;
  }

  #leave(row: string): void {
    const { employee } = this.#taken.get(row) ?? {};
    if (employee !== undefined) this.#employees.leave(employee, row);
    this.#taken.delete(row);
  }

  /** A next assessment of a case is none that was made before. */
  async #hold(row: string, { employee, others }: RowToTake): Promise<boolean> {
    if (employee === undefined) return true;
    const statesOfOthers = () => Promise.all(others().map((other) => this.#stateOf(other)));
    const mayBeSent = await this.#employees.hold(employee, row, statesOfOthers);
    return mayBeSent || followedBy(row) !== undefined;
  }

  /** The state of a row that is not to be sent now. */
  async #stateOf(row: string): Promise<KeyState> {
    const known = this.#states.get(row);
    if (known !== undefined) return known;
    const state = await this.#keys.claim(row);
    // Asking has changed it.
    if (state !== 'open') await this.#keys[state === 'done' ? 'close' : 'release'](row);
    return state;
  }

  async #keep(change: () => Promise<unknown>): Promise<void> {
    await change().catch((error: unknown) => {
      // A later execution takes them for unconfirmed, so nothing is sent twice.
      const message = `n8n could not record what became of some rows (${messageOf(error)}). A later execution of another copy of this workbook may call them Unconfirmed.`;
      this.#context.addExecutionHints({ message, type: 'warning' });
    });
  }
}
