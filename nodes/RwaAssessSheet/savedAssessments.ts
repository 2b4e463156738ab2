import type { IExecuteFunctions } from 'n8n-workflow';
import { unpackScores } from '../../batch/engine/intake/keptScores.js';
import {
  getFollowedAssessment,
  createSaltedHash,
  isFoundKey,
  findRequestHash,
} from '../../batch/engine/intake/rowKey.js';
import type { Journal } from '../../batch/engine/journal/journal.js';
import { unpackUrl } from '../../batch/engine/journal/reportUrl.js';
import type { Remembering } from '../shared/remember.js';
import { SavedTexts } from '../shared/savedTexts.js';

/**
 * With For a Day, saved assessments count for a day and an hour, because keys expire by the hour.
 */
const recentMs = 25 * 3_600_000;

/** A saved assessment: the engine's key of its row, hashes of its request and its employee, and its results. */
export interface SavedAssessment {
  readonly row: string;
  /** May be missing if `row` contains this hash, as for a first assessment. */
  readonly request?: string;
  readonly employee?: string;
  readonly redirectUrl?: string;
  /** The overall risk; missing until the assessment is scored. */
  readonly overallTrip?: number;
}

/**
 * The assessments of earlier executions, which n8n saves with the workflow. So a workbook that is uploaded
 * again gets its scores, and a score for other inputs is recognised after a row was edited.
 */
export class SavedAssessments {
  /**
   * The assessments by ID, as texts of seven words: the key of the row, the hashes of request and
   * employee, the mark, the link, the overall risk and the creation time in milliseconds.
   */
  readonly #all: SavedTexts;
  /** The IDs by the keys of rows, and by hashes of requests. */
  readonly #byRow = new Map<string, string[]>();
  /** Distinguishes the assessments of this node from those of a deleted node with the same name. */
  readonly #mark: string;

  /** Assessments before this time do not prevent a row from being sent. */
  readonly #sinceMs: number;
  /** The IDs of assessments that rows of this execution got without being sent. */
  readonly #remembered = new Set<string>();

  constructor(context: IExecuteFunctions, salt: string, remembering: Remembering) {
    this.#sinceMs = remembering === 'day' ? Date.now() - recentMs : 0;
    this.#mark = createSaltedHash(salt)('').slice(0, 8);
    this.#all = new SavedTexts(context, 'assessments');
    for (const id of this.#all.keys()) this.#index(id);
  }

  /** Returns an assessment that this node has saved. */
  get(assessmentId: string): SavedAssessment | undefined {
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

  /** Finds the key of the row that has an assessment, which may be one of a deleted node. */
  findRow(assessmentId: string): string | undefined {
    const [row = ''] = this.#all.get(assessmentId)?.split(' ', 1) ?? [];
    return row === '' ? undefined : row;
  }

  /** Finds the assessment of a row for a request, by default the request in the row's key. */
  findId(row: string, request = findRequestHash(row)): string | undefined {
    return this.#byRow.get(row)?.find((id) => {
      const saved = this.get(id);
      if (saved === undefined) return false;
      const savedRequest = saved.request ?? findRequestHash(saved.row);
      return savedRequest === request && this.#getCreationMs(id) >= this.#sinceMs;
    });
  }

  /** Returns true if the row of a reassessment had an assessment for this request before. */
  hadRequest(row: string, request: string): boolean {
    const { row: before, request: own } = this.get(getFollowedAssessment(row) ?? '') ?? {};
    if (before === undefined) return false;
    return (own ?? findRequestHash(before)) === request || this.hadRequest(before, request);
  }

  /** Records that a row gets an assessment that it does not show. */
  remember(assessmentId: string): void {
    this.#remembered.add(assessmentId);
  }

  /** The creation times of the remembered assessments, by ID. */
  get remembered(): ReadonlyMap<string, number> {
    return new Map([...this.#remembered].map((id) => [id, this.#getCreationMs(id)]));
  }

  /** Adds the assessments of a journal, and removes those for which the service has no result. */
  add({ states }: Pick<Journal, 'states'>): void {
    for (const [key, state] of states) {
      const { assessmentId, request = '', employee = '' } = state;
      if (assessmentId === undefined) continue;
      if (state.hasNoResult === true) {
        // The text is emptied instead of deleted: n8n saves nothing of an execution that was
        // started by hand, so it would return the old text to the next execution.
        if (this.get(assessmentId) !== undefined) this.#all.set(assessmentId, '');
        continue;
      }
      // An ID that a person has entered is known to be correct only after its result arrived.
      const isKnown =
        state.state === 'Scored' || (state.state === 'Pending' && state.byPerson !== true);
      if (!isKnown) continue;
      // The number in the key is left out, because it changes when an equal row above is added or
      // removed.
      const row = isFoundKey(key) ? request : (findRequestHash(key) ?? key);
      if (row === '') continue;
      // The ID is the key of this text.
      const link = unpackUrl(state)?.replace(assessmentId, '*') ?? '';
      const { overallTrip: overall = '' } = state.scores ? unpackScores(state.scores) : {};
      // The first save counts as the creation.
      const atMs = this.#getCreationMs(assessmentId) || Date.now();
      const words = [row, request, employee, this.#mark, link, overall, atMs].join(' ');
      if (this.#all.get(assessmentId) === words) continue;
      this.#all.set(assessmentId, words);
      this.#index(assessmentId);
    }
    this.#all.save();
  }

  #getCreationMs(assessmentId: string): number {
    return Number(this.#all.get(assessmentId)?.split(' ')[6] ?? 0);
  }

  #index(assessmentId: string): void {
    const { row, request } = this.get(assessmentId) ?? {};
    for (const key of new Set([row, request])) {
      if (key === undefined) continue;
      const ids = this.#byRow.get(key) ?? [];
      if (!ids.includes(assessmentId)) ids.push(assessmentId);
      this.#byRow.set(key, ids);
    }
  }
}
