import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import { messageOf } from '../../batch/engine/errors.js';
import { JournalError } from '../../batch/engine/journal/journalError.js';
import type { OtherRuns, RowOfOthers } from '../../batch/engine/rows/rowWork.js';
import { credentialName } from '../shared/credential.js';
import { whyNot } from '../shared/itemKeys.js';
import { RememberedKeys } from '../shared/rememberedKeys.js';
import type { SavedAssessments } from './savedAssessments.js';

/** Makes the same row the same key in every execution of this node with this service and company. */
export function saltOf(context: IExecuteFunctions, service: string): string {
  const { id, credentials = {} } = context.getNode();
  return `${id} ${credentials[credentialName]?.id ?? ''} ${service}`;
}

/** What n8n remembers of rows, for one execution. */
export interface RememberedRows extends OtherRuns {
  /** Stores the answers that are not stored yet. */
  end(): Promise<void>;
}

/** So many answers are stored together. */
const mostAnswered = 100;

/**
 * The rows that other executions have sent, by the engine's keys of rows, which n8n stores at once. Throws a
 * NodeOperationError where n8n cannot store keys.
 */
export function rememberedRows(
  context: IExecuteFunctions,
  saved: SavedAssessments,
): RememberedRows {
  const why = whyNot(context);
  if (why !== undefined) {
    const { message, remedy } = why;
    throw new NodeOperationError(context.getNode(), message, { description: remedy });
  }
  const keys = new RememberedKeys(context);
  const keep = async (rows: readonly string[], change: 'close' | 'release') => {
    await Promise.all(rows.map((row) => keys[change](row))).catch((error: unknown) => {
      // A later execution takes them for unconfirmed, so nothing is sent twice.
      const message = `n8n could not record what became of ${rows.length === 1 ? 'a row' : 'some rows'} (${messageOf(error)}). A later execution of another copy of this workbook may call ${rows.length === 1 ? 'it' : 'them'} Unconfirmed.`;
      context.addExecutionHints({ message, type: 'warning' });
    });
  };
  const claim = async (key: string) => {
    const state = await keys.claim(key).catch((error: unknown) => error);
    if (state !== 'new' && state !== 'open' && state !== 'done') {
      const reason = messageOf(state);
      throw new JournalError({ code: 'journalWriteFailed', journal: 'n8n', reason });
    }
    // Asking has marked it as open again.
    if (state === 'done') await keep([key], 'close');
    return state;
  };
  // n8n reads and writes all keys each time. Until then, the rows are known as sent, which is what counts.
  const answered: string[] = [];
  const end = () => keep(answered.splice(0), 'close');
  /** Of rows whose key is not their request: that is remembered too, for who sends it as a new row. */
  const requests = new Map<string, string>();
  const keysOf = (row: string) => [row, requests.get(row) ?? []].flat();
  return {
    ...knownRows(saved),
    async take(row, request) {
      const known = knownRow(saved, row);
      if (known !== undefined) return known;
      const state = await claim(row);
      if (state !== 'new') return { isDone: state === 'done' };
      if (request !== undefined && (await claim(request)) === 'new') requests.set(row, request);
      return state;
    },
    async done(row) {
      if (answered.push(...keysOf(row)) >= mostAnswered) await end();
    },
    release: (row) => keep(keysOf(row), 'release'),
    end,
  };
}

/** Without keys: only rows whose assessment is known are not sent again. */
export function knownRows(saved: SavedAssessments): RememberedRows {
  return {
    take(row) {
      return Promise.resolve(knownRow(saved, row) ?? 'new');
    },
    done: () => Promise.resolve(),
    release: () => Promise.resolve(),
    rowOf: (assessmentId) => saved.rowOf(assessmentId),
    end: () => Promise.resolve(),
  };
}

function knownRow(saved: SavedAssessments, row: string): RowOfOthers | undefined {
  const assessmentId = saved.idOf(row);
  if (assessmentId === undefined) return undefined;
  return { isDone: true, assessmentId, redirectUrl: saved.of(assessmentId)?.redirectUrl };
}
