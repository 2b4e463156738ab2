import type { IExecuteFunctions } from 'n8n-workflow';
import { JournalMemory } from '../../batch/engine/journal/journalMemory.js';
import { getRunIndex } from '../shared/sendings.js';

/** The data that n8n saves for the node with the execution. */
interface ExecutionData {
  /** The lines of the journals, by run, item and the salt of the service. */
  journals?: Record<string, string>;
  /** Whether a try has worked on rows. */
  hasWorked?: boolean;
}

/**
 * The journal of one item's rows. The tries of Retry On Fail and a retry of the saved execution
 * continue it. It is stored as text, since n8n saves a node's context as JSON with the execution.
 */
export class ItemJournal extends JournalMemory {
  readonly #journals: Record<string, string>;
  readonly #key: string;

  constructor(context: IExecuteFunctions, itemIndex: number, salt: string) {
    const kept = context.getContext('node') as ExecutionData;
    kept.journals ??= {};
    // Read again: n8n wraps the value in a proxy, and all tries need the same object.
    const { journals } = kept;
    const key = `${getRunIndex(context)}/${itemIndex} ${salt}`;
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

export function forgetJournals(context: IExecuteFunctions): void {
  const kept = context.getContext('node') as ExecutionData;
  delete kept.journals;
  delete kept.hasWorked;
}

export function recordWork(context: IExecuteFunctions): void {
  (context.getContext('node') as ExecutionData).hasWorked = true;
}

/** Returns true if this try or an earlier one of the execution has worked on rows. */
export function hasWorked(context: IExecuteFunctions): boolean {
  return (context.getContext('node') as ExecutionData).hasWorked === true;
}
