import type { IExecuteFunctions } from 'n8n-workflow';
import { followedBy, hashKeyedBy } from '../../batch/engine/intake/rowKey.js';
import type { Journal } from '../../batch/engine/journal/journal.js';

/** What an assessment was made for: the engine's key of its row, and hashes of its request and its employee. */
export interface SavedAssessment {
  readonly row: string;
  /** Missing for a first assessment, whose key is the hash of its request. */
  readonly request?: string;
  readonly employee?: string;
}

/** By Assessment ID, four words each: what n8n saves when an execution ends that was not started by hand. */
interface Saved {
  assessments?: Record<string, string>;
}

/** More would make every start of the workflow slow: these are some 1.5 MB. */
const mostSaved = 10_000;

/**
 * The assessments that earlier executions of a node have made. n8n keeps them with the workflow, beside its
 * keys of rows: so the same workbook uploaded again gets its scores, and a score is known to be of other
 * inputs when a row was edited since.
 */
export class SavedAssessments {
  readonly #saved: Record<string, string>;
  readonly #byRequest = new Map<string, string>();
  /** Tells keys of another service or company apart: they say nothing about rows of this one. */
  readonly #mark: string;

  /** With what the keys of this execution are hashed with. */
  constructor(context: IExecuteFunctions, salt: string) {
    this.#mark = hashKeyedBy(salt)('').slice(0, 8);
    const data = context.getWorkflowStaticData('node') as Saved;
    const all = Object.entries(data.assessments ?? {});
    if (all.length === 0 || all.length > mostSaved) {
      data.assessments = Object.fromEntries(all.slice(-mostSaved));
    }
    // Read again: n8n wraps the value in a proxy, which notices what is added.
    this.#saved = data.assessments ?? {};
    for (const [id] of all) this.#learn(id);
  }

  /** What an assessment was made for, if an execution of this node has made it. */
  of(assessmentId: string): SavedAssessment | undefined {
    const [row = '', request = '', employee = '', mark] =
      this.#saved[assessmentId]?.split(' ') ?? [];
    if (row === '' || mark !== this.#mark) return undefined;
    return { row, ...(request && { request }), ...(employee && { employee }) };
  }

  /** The key of the row that has an assessment, of whichever service. */
  rowOf(assessmentId: string): string | undefined {
    return this.#saved[assessmentId]?.split(' ', 1)[0];
  }

  /**
   * The assessment of a row that is to be sent for the first time. A round that comes again is not done
   * with the scores of the last time.
   */
  idOf(row: string): string | undefined {
    return this.#byRequest.get(row);
  }

  /** Adds what a journal has. */
  add({ states }: Pick<Journal, 'states'>): void {
    for (const [row, { assessmentId, request = '', employee = '', state }] of states) {
      if (assessmentId === undefined || row.startsWith('id:')) continue;
      if (state !== 'Pending' && state !== 'Scored') continue;
      this.#saved[assessmentId] = `${row} ${request} ${employee} ${this.#mark}`;
      this.#learn(assessmentId);
    }
  }

  #learn(assessmentId: string): void {
    const { row = '', request } = this.of(assessmentId) ?? {};
    const made = followedBy(row) === undefined ? row : request;
    if (made !== undefined && !this.#byRequest.has(made)) this.#byRequest.set(made, assessmentId);
  }
}
