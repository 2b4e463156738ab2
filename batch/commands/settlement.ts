import type { SheetFiles } from '../journal/files.js';
import { Journal } from '../journal/journal.js';
import { takeLock } from '../journal/lock.js';
import { UsageError } from '../output/errors.js';
import type { SheetStatus } from '../run/readStatus.js';

/** Writes into the journal what a person says of unconfirmed rows. */
export class Settlement {
  readonly #files: SheetFiles;
  readonly #status: SheetStatus;
  /** What each row was settled with: an Assessment ID, or undefined for "send it again". */
  readonly settled = new Map<string, string | undefined>();

  constructor(files: SheetFiles, status: SheetStatus) {
    this.#files = files;
    this.#status = status;
  }

  /**
   * With an id the row exists; without one the next run sends it again. Throws a UsageError for what
   * cannot be an id, or is the id of another row.
   */
  async settle(row: string, assessmentId: string | undefined): Promise<void> {
    if (assessmentId !== undefined) this.#refuseWrongId(row, assessmentId);
    const lock = await takeLock(this.#files.lock, Date.now);
    try {
      const journal = await Journal.open(this.#files.journal, this.#status.service ?? '', Date.now);
      const at = new Date().toISOString();
      journal.append(
        assessmentId === undefined
          ? { fact: 'send_again', row, at }
          : { fact: 'created', row, assessmentId, by: 'person', at },
      );
      await journal.close();
    } finally {
      await lock.release();
    }
    this.settled.set(row, assessmentId);
  }

  #refuseWrongId(row: string, assessmentId: string): void {
    if (/\s|^$|^(?:y|yes|yep|ok)$/i.test(assessmentId)) {
      throw new UsageError(
        `"${assessmentId}" is no Assessment ID. It stands in the service, beside the assessment.`,
      );
    }
    const known = [...this.#status.states].some(
      ([other, state]) => other !== row && state.assessmentId === assessmentId,
    );
    const typed = [...this.settled].some(([other, id]) => other !== row && id === assessmentId);
    if (known || typed) {
      throw new UsageError(`The Assessment ID ${assessmentId} belongs to another row already.`);
    }
  }
}
