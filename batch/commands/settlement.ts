import type { SheetFiles } from '../journal/files.js';
import { Journal } from '../journal/journal.js';
import { lockSheet } from '../journal/sheetLock.js';
import { settle } from '../journal/settle.js';
import { UsageError } from '../output/errors.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import type { SheetStatus } from '../run/readStatus.js';

/** Writes into the journal what a person says of unconfirmed rows. */
export class Settlement {
  readonly #operation: SheetOperation;
  readonly #sheet: string;
  readonly #files: SheetFiles;
  readonly #status: SheetStatus;
  /** The keys of the rows that were settled. */
  readonly settled = new Set<string>();

  constructor(operation: SheetOperation, sheet: string, files: SheetFiles, status: SheetStatus) {
    this.#operation = operation;
    this.#sheet = sheet;
    this.#files = files;
    this.#status = status;
  }

  /**
   * With an answer, an id or yes, the row took effect; without one the next run sends it again.
   * Throws a UsageError for what cannot be an id, is the id of another row, or comes too late.
   */
  async settle(row: string, answer: string | undefined): Promise<void> {
    const at = new Date().toISOString();
    const exists =
      answer === undefined
        ? {}
        : { exists: this.#operation.tookEffect(row, this.#idOf(answer), at) };
    const lock = await lockSheet(this.#sheet, this.#files, Date.now);
    try {
      const journal = await Journal.open(
        this.#files.journal,
        this.#status.service ?? '',
        Date.now,
        lock,
      );
      try {
        settle(journal, { row, at, ...exists });
      } finally {
        await journal.close();
      }
    } finally {
      await lock.release();
    }
    this.settled.add(row);
  }

  /** The id that a person gave; undefined for a mere yes. */
  #idOf(answer: string): string | undefined {
    if (/^(?:y|yes|yep|ok)$/i.test(answer)) return undefined;
    if (!/\s|^$/.test(answer)) return answer;
    const { id = 'id' } = this.#operation.words;
    throw new UsageError(`"${answer}" is no ${id}. It stands in the service.`);
  }
}
