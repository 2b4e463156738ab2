import type { SheetFiles } from '../journal/files.js';
import { Journal } from '../journal/journal.js';
import { takeLock } from '../journal/lock.js';
import { settle } from '../journal/settle.js';
import { UsageError } from '../output/errors.js';
import type { SheetStatus } from '../run/readStatus.js';

/** Writes into the journal what a person says of unconfirmed rows. */
export class Settlement {
  readonly #files: SheetFiles;
  readonly #status: SheetStatus;
  /** The keys of the rows that were settled. */
  readonly settled = new Set<string>();

  constructor(files: SheetFiles, status: SheetStatus) {
    this.#files = files;
    this.#status = status;
  }

  /**
   * With an id the row exists; without one the next run sends it again. Throws a UsageError for what
   * cannot be an id, is the id of another row, or comes too late.
   */
  async settle(row: string, assessmentId: string | undefined): Promise<void> {
    if (assessmentId !== undefined && /\s|^$|^(?:y|yes|yep|ok)$/i.test(assessmentId)) {
      throw new UsageError(
        `"${assessmentId}" is no Assessment ID. It stands in the service, beside the assessment.`,
      );
    }
    const lock = await takeLock(this.#files.lock, Date.now);
    try {
      const journal = await Journal.open(this.#files.journal, this.#status.service ?? '', Date.now);
      try {
        settle(journal, row, assessmentId, new Date().toISOString());
      } finally {
        await journal.close();
      }
    } finally {
      await lock.release();
    }
    this.settled.add(row);
  }
}
