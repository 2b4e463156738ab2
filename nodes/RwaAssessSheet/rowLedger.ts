import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import { followedBy } from '../../batch/engine/intake/rowKey.js';
import { messageOf } from '../../batch/engine/errors.js';
import { JournalError } from '../../batch/engine/journal/journalError.js';
import { JournalMemory } from '../../batch/engine/journal/journalMemory.js';
import type { OtherRuns } from '../../batch/engine/rows/rowWork.js';
import { whyNot } from '../shared/itemKeys.js';
import { RememberedKeys } from '../shared/rememberedKeys.js';
import { runIndexOf } from '../shared/sendings.js';

/** What this node has sent in this execution: lines of journals, by run and item. */
interface Kept {
  journals?: Record<string, string>;
}

/**
 * What was sent for the rows of one item, across the tries of Retry On Fail and a retry of the saved
 * execution. n8n keeps a node's context with the execution, so it is kept as text.
 */
export class ItemJournal extends JournalMemory {
  readonly #journals: Record<string, string>;
  readonly #key: string;

  constructor(context: IExecuteFunctions, itemIndex: number) {
    const kept = context.getContext('node') as Kept;
    kept.journals ??= {};
    // Read again: n8n wraps the value in a proxy, and all tries need the same object.
    const { journals } = kept;
    const key = `${runIndexOf(context)}/${itemIndex}`;
    super(Buffer.from(journals[key] ?? ''));
    this.#journals = journals;
    this.#key = key;
  }

  override append(bytes: Uint8Array): void {
    super.append(bytes);
    const before = this.#journals[this.#key] ?? '';
    this.#journals[this.#key] = before + Buffer.from(bytes).toString();
  }

  override truncate(length: number): void {
    super.truncate(length);
    this.#journals[this.#key] = this.bytes.toString();
  }
}

/** Forgets the journals of all items, when the node has ended and will not be tried again. */
export function forgetJournals(context: IExecuteFunctions): void {
  delete (context.getContext('node') as Kept).journals;
}

/** Makes the same row the same key in every execution of this node with this service. */
export function saltOf(context: IExecuteFunctions, service: string): string {
  return `${context.getNode().id} ${service}`;
}

/** What n8n saves with the workflow when an execution ends that was not started by hand. */
interface Saved {
  assessments?: Record<string, string>;
}

/** What n8n remembers of rows, for one execution. */
export interface RememberedRows extends OtherRuns {
  /** Stores the answers that are not stored yet. */
  end(): Promise<void>;
}

/** So many answers are stored together. */
const mostAnswered = 100;

/** More would make every start of the workflow slow: these are some 1.5 MB. */
const mostSaved = 20_000;

/**
 * The rows that other executions have sent, by the engine's keys of rows. n8n stores the keys at once, and
 * the Assessment IDs when the execution ends: so a second upload of the same workbook gets its scores, and
 * after a crash a row is only known to have been sent. Throws a NodeOperationError where n8n cannot store
 * keys.
 */
export function rememberedRows(context: IExecuteFunctions): RememberedRows {
  const why = whyNot(context);
  if (why !== undefined) {
    const { message, remedy } = why;
    throw new NodeOperationError(context.getNode(), message, { description: remedy });
  }
  const keys = new RememberedKeys(context);
  const assessments = savedAssessments(context);
  const keep = async (rows: readonly string[], change: 'close' | 'release') => {
    await Promise.all(rows.map((row) => keys[change](row))).catch((error: unknown) => {
      // A later execution takes the row for unconfirmed, so nothing is sent twice.
      const message = `n8n could not record what became of ${rows.length === 1 ? 'a row' : 'some rows'} (${messageOf(error)}). A later execution will call ${rows.length === 1 ? 'it' : 'them'} Unconfirmed.`;
      context.addExecutionHints({ message, type: 'warning' });
    });
  };
  // n8n reads and writes all keys each time. Until then, the rows are known as sent, which is what counts.
  const answered: string[] = [];
  const end = () => keep(answered.splice(0), 'close');
  return {
    async take(row) {
      // A round that comes again is not done with the scores of the last time.
      const assessmentId = followedBy(row) === undefined ? assessments[row] : undefined;
      if (assessmentId !== undefined) return { isDone: true, assessmentId };
      const state = await keys.claim(row).catch((error: unknown) => error);
      if (state === 'new') return state;
      if (state !== 'open' && state !== 'done') {
        const reason = messageOf(state);
        throw new JournalError({ code: 'journalWriteFailed', journal: 'n8n', reason });
      }
      // Asking has marked it as open again.
      if (state === 'done') await keep([row], 'close');
      return { isDone: state === 'done' };
    },
    async done(row, assessmentId) {
      assessments[row] = assessmentId;
      if (answered.push(row) >= mostAnswered) await end();
    },
    release: (row) => keep([row], 'release'),
    end,
  };
}

/** The Assessment IDs of earlier executions, by the keys of their rows; to read and to add to. */
function savedAssessments(context: IExecuteFunctions): Record<string, string> {
  const saved = context.getWorkflowStaticData('node') as Saved;
  const all = Object.entries(saved.assessments ?? {});
  if (all.length === 0 || all.length > mostSaved) {
    saved.assessments = Object.fromEntries(all.slice(-mostSaved));
  }
  // Read again: n8n wraps the value in a proxy, which notices what is added.
  return saved.assessments ?? {};
}
