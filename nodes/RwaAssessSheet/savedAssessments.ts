import type { IExecuteFunctions } from 'n8n-workflow';
import {
  followedBy,
  hashKeyedBy,
  isFoundKey,
  requestOfKey,
} from '../../batch/engine/intake/rowKey.js';
import type { Journal } from '../../batch/engine/journal/journal.js';

/** What an assessment was made for: the engine's key of its row, and hashes of its request and its employee. */
export interface SavedAssessment {
  readonly row: string;
  /** Missing for a first assessment, whose key is the hash of its request. */
  readonly request?: string;
  readonly employee?: string;
  readonly redirectUrl?: string;
  /** Its overall risk, once it was scored. */
  readonly overallTrip?: number;
}

/** By Assessment ID, six words each: what n8n saves when an execution ends that was not started by hand. */
interface Saved {
  assessments?: Record<string, string>;
}

/** More would make every start of the workflow slow: these are some 1.5 MB. */
const mostSaved = 10_000;

/**
 * The same for the life of the process, by workflow and node: of two executions side by side, n8n keeps what
 * the last one saves, and it saves nothing of one that was started by hand.
 */
const ofProcess = new Map<string, Map<string, string>>();

/**
 * The assessments that earlier executions of a node have made. n8n keeps them with the workflow, beside its
 * keys of rows: so the same workbook uploaded again gets its scores, and a score is known to be of other
 * inputs when a row was edited since.
 */
export class SavedAssessments {
  readonly #data: Saved;
  readonly #all: Map<string, string>;
  readonly #byRequest = new Map<string, string>();
  /** Tells keys of another service or company apart: they say nothing about rows of this one. */
  readonly #mark: string;

  /** With what the keys of this execution are hashed with. */
  constructor(context: IExecuteFunctions, salt: string) {
    this.#mark = hashKeyedBy(salt)('').slice(0, 8);
    this.#data = context.getWorkflowStaticData('node');
    const node = `${String(context.getWorkflow().id)}/${context.getNode().id}`;
    this.#all = ofProcess.get(node) ?? new Map<string, string>();
    ofProcess.set(node, this.#all);
    for (const [id, words] of Object.entries(this.#data.assessments ?? {})) {
      if (!this.#all.has(id)) this.#all.set(id, words);
    }
    for (const id of this.#all.keys()) this.#learn(id);
  }

  /** What an assessment was made for, if an execution of this node has made it. */
  of(assessmentId: string): SavedAssessment | undefined {
    const [row = '', request = '', employee = '', mark, link = '', overall = ''] =
      this.#all.get(assessmentId)?.split(' ') ?? [];
    if (row === '' || mark !== this.#mark) return undefined;
    return {
      row,
      ...(request && { request }),
      ...(employee && { employee }),
      ...(link && { redirectUrl: link.replace('*', assessmentId) }),
      ...(overall && { overallTrip: Number(overall) }),
    };
  }

  /** The key of the row that has an assessment, of whichever service. */
  rowOf(assessmentId: string): string | undefined {
    return this.#all.get(assessmentId)?.split(' ', 1)[0];
  }

  /**
   * The assessment of a row that is to be sent for the first time. A round that comes again is not done
   * with the scores of the last time.
   */
  idOf(row: string): string | undefined {
    return this.#byRequest.get(row);
  }

  /** Adds what a journal has, and lets n8n save it; `assumed` are IDs that say nothing about their rows. */
  add({ states }: Pick<Journal, 'states'>, assumed: ReadonlySet<string>): void {
    let isNews = false;
    for (const [key, state] of states) {
      const { assessmentId, request = '', employee = '', redirectUrl = '' } = state;
      if (assessmentId === undefined || isFoundKey(key) || assumed.has(assessmentId)) continue;
      if (state.state !== 'Pending' && state.state !== 'Scored') continue;
      // How many rows with the same inputs are above it may change.
      const row = requestOfKey(key) ?? key;
      // Most of it is the ID, once more.
      const link = redirectUrl.replace(assessmentId, '*');
      const overall = state.scores?.overallTrip ?? '';
      const words = [row, request, employee, this.#mark, link, overall].join(' ');
      if (this.#all.get(assessmentId) === words) continue;
      isNews = true;
      this.#all.set(assessmentId, words);
      this.#learn(assessmentId);
    }
    // A worker in queue mode may not have been given what is saved: it would replace it with nothing.
    const given = Object.keys(this.#data.assessments ?? {}).length;
    if (!isNews && given >= this.#all.size) return;
    const surplus = this.#all.size - mostSaved;
    for (const id of [...this.#all.keys()].slice(0, Math.max(0, surplus))) this.#all.delete(id);
    this.#data.assessments = Object.fromEntries(this.#all);
  }

  #learn(assessmentId: string): void {
    const { row = '', request } = this.of(assessmentId) ?? {};
    const made = followedBy(row) === undefined ? row : request;
    if (made !== undefined && !this.#byRequest.has(made)) this.#byRequest.set(made, assessmentId);
  }
}
