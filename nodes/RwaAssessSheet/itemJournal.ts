import type { IExecuteFunctions } from 'n8n-workflow';
import { JournalMemory } from '../../batch/engine/journal/journalMemory.js';
import { getRunIndex } from '../shared/sendings.js';

/** The data that n8n saves for the node with the execution. */
interface ExecutionData {
  /** The lines of the journals, by run, item and salt. */
  journals?: Record<string, string>;
  /** Whether an attempt of the execution has worked on rows. */
  hasWorked?: boolean;
}

/**
 * The journal for the rows of one item. The attempts of Retry On Fail and a retry of the saved
 * execution continue it. It is text, since n8n saves a node's context as JSON with the execution.
 */
export class ItemJournal extends JournalMemory {
  readonly #journals: Record<string, string>;
  readonly #key: string;

  constructor(context: IExecuteFunctions, itemIndex: number, salt: string) {
    const data = context.getContext('node') as ExecutionData;
    data.journals ??= {};
    // The value is read back, because n8n wraps it in a proxy, and all attempts need the same
    // object.
    const { journals } = data;
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
  const data = context.getContext('node') as ExecutionData;
  delete data.journals;
  delete data.hasWorked;
}

export function recordWork(context: IExecuteFunctions): void {
  (context.getContext('node') as ExecutionData).hasWorked = true;
}

export function hasWorked(context: IExecuteFunctions): boolean {
  return (context.getContext('node') as ExecutionData).hasWorked === true;
}
