import type { IExecuteFunctions } from 'n8n-workflow';
import {
  followedBy,
  hashKeyedBy,
  isFoundKey,
  requestOfKey,
} from '../../batch/engine/intake/rowKey.js';
import type { Journal } from '../../batch/engine/journal/journal.js';
import type { Remembering } from '../shared/remember.js';
import { SavedTexts } from '../shared/savedTexts.js';

/** A day, and the hour within which keys expire. */
const recentMs = 25 * 3_600_000;

/** The origin of an assessment: the engine's key of its row, and hashes of its request and its employee. */
export interface SavedAssessment {
  readonly row: string;
  /** Missing for a first assessment, whose key is the hash of its request. */
  readonly request?: string;
  readonly employee?: string;
  readonly redirectUrl?: string;
  /** Its overall risk, once it was scored. */
  readonly overallTrip?: number;
}

/**
 * The assessments that earlier executions of a node have made. n8n keeps them with the workflow, beside its
 * keys of rows: so the same workbook uploaded again gets its scores, and a score is known to be of other
 * inputs when a row was edited since.
 */
export class SavedAssessments {
  /** By Assessment ID, seven words each. */
  readonly #all: SavedTexts;
  readonly #byRequest = new Map<string, string[]>();
  /** Distinguishes the keys of this service and company from those of others. */
  readonly #mark: string;

  /** Older assessments do not prevent a row from being sent. */
  readonly #sinceMs: number;

  /** `salt` is the one that the keys of this execution are hashed with. */
  constructor(context: IExecuteFunctions, salt: string, remembering: Remembering) {
    this.#sinceMs = remembering === 'day' ? Date.now() - recentMs : 0;
    this.#mark = hashKeyedBy(salt)('').slice(0, 8);
    this.#all = new SavedTexts(context, 'assessments');
    for (const id of this.#all.keys()) this.#learn(id);
  }

  /** Returns the origin of an assessment that an execution of this node has made. */
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
    return this.#byRequest.get(row)?.find((id) => this.#atMs(id) >= this.#sinceMs);
  }

  /** Adds the assessments of a journal for n8n to save, without those with an ID in `assumed`. */
  add({ states }: Pick<Journal, 'states'>, assumed: ReadonlySet<string>): void {
    for (const [key, state] of states) {
      const { assessmentId, request = '', employee = '', redirectUrl = '' } = state;
      if (assessmentId === undefined || isFoundKey(key) || assumed.has(assessmentId)) continue;
      if (state.state !== 'Pending' && state.state !== 'Scored') continue;
      // How many rows with the same inputs are above it may change.
      const row = requestOfKey(key) ?? key;
      // Most of it is the ID, once more.
      const link = redirectUrl.replace(assessmentId, '*');
      const overall = state.scores?.overallTrip ?? '';
      // When it was made, for an assessment that is new here.
      const atMs = this.#atMs(assessmentId) || Date.now();
      const words = [row, request, employee, this.#mark, link, overall, atMs].join(' ');
      if (this.#all.get(assessmentId) === words) continue;
      this.#all.set(assessmentId, words);
      this.#learn(assessmentId);
    }
    this.#all.save();
  }

  #atMs(assessmentId: string): number {
    return Number(this.#all.get(assessmentId)?.split(' ')[6] ?? 0);
  }

  #learn(assessmentId: string): void {
    const { row = '', request } = this.of(assessmentId) ?? {};
    const made = followedBy(row) === undefined ? row : request;
    if (made === undefined) return;
    const ids = this.#byRequest.get(made) ?? [];
    if (!ids.includes(assessmentId)) ids.push(assessmentId);
    this.#byRequest.set(made, ids);
  }
}
