import { setImmediate } from 'node:timers/promises';
import { count } from '../../wording/words.js';
import type { Services } from '../api/services.js';
import {
  beginForgetting,
  endForgetting,
  forgetInputs,
  halfForgotten,
  sheetsToForget,
} from '../store/retentionStore.js';
import { forgetLog } from '../store/deleteSheet.js';
import { liveSheet } from '../store/liveSheet.js';
import { inTransaction } from '../store/transaction.js';
import { filesLock } from '../uploads/sheetFiles.js';
import { settingsOf } from '../store/settingStore.js';

type Needed = Pick<Services, 'store' | 'access' | 'changes' | 'files' | 'now'>;

const aDayMs = 86_400_000;

/**
 * Deletes the files and inputs of sheets so many days after their last run, as the settings say; never
 * during a run. IDs, scores and hashes stay until somebody deletes the sheet. A deletion that was cut
 * short is finished at the next call.
 */
export class Retention {
  readonly #services: Needed;
  #isLogToEmpty = false;

  constructor(services: Needed) {
    this.#services = services;
  }

  /** Deletes all that is due now. */
  async check(): Promise<void> {
    const { store, now } = this.#services;
    for (const sheet of halfForgotten(store)) await this.#forget(sheet);
    const { retentionDays } = settingsOf(store);
    if (retentionDays !== null) {
      const before = new Date(now() - retentionDays * aDayMs).toISOString();
      for (const sheet of sheetsToForget(store, before)) {
        const at = new Date(now()).toISOString();
        if (beginForgetting(store, sheet, before, at)) await this.#forget(sheet, retentionDays);
      }
    }
    if (this.#isLogToEmpty) this.#isLogToEmpty = !forgetLog(store);
  }

  async #forget(sheet: string, days?: number): Promise<void> {
    const { store, access, changes, files, now } = this.#services;
    // Requests are answered in between.
    for (const more of forgetInputs(store, sheet)) await setImmediate(more);
    this.#isLogToEmpty = true;
    const at = new Date(now()).toISOString();
    const isDone = inTransaction(
      store,
      () => {
        // Somebody has uploaded the file again: it would have the same name.
        if (liveSheet(store, sheet)?.hasFile !== false) return false;
        files.deleteOf(sheet);
        endForgetting(store, sheet, at);
        return true;
      },
      filesLock,
    );
    if (!isDone) return;
    const when = days === undefined ? '' : `, ${count(days, 'day')} after the last run`;
    access.log('the server', `deleted the file and the inputs of a sheet${when}`, sheet);
    changes.tell({ type: 'sheet', sheet });
  }
}
