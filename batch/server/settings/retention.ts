import { setImmediate } from 'node:timers/promises';
import { count } from '../../wording/words.js';
import type { Services } from '../services.js';
import { LogStore } from '../access/logStore.js';
import { inTransaction } from '../db/transaction.js';
import {
  beginForgetting,
  endForgetting,
  forgetInputs,
  sheetsToForget,
  sheetsWithInterruptedDeletion,
} from './retentionStore.js';
import { forgetLog } from '../sheets/deleteSheet.js';
import { liveSheet } from '../sheets/liveSheet.js';
import { readSettings } from './settingStore.js';

type Needed = Pick<Services, 'store' | 'changes' | 'files' | 'now'>;

const aDayMs = 86_400_000;

/**
 * Deletes the files and inputs of sheets when the retention period of the settings has passed since their last run;
 * never during a run. IDs, scores and hashes stay until somebody deletes the sheet. An interrupted deletion is finished
 * at the next call.
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
    for (const sheet of await sheetsWithInterruptedDeletion(store)) await this.#forget(sheet);
    const { retentionDays } = await readSettings(store);
    if (retentionDays !== null) {
      const before = new Date(now() - retentionDays * aDayMs).toISOString();
      for (const sheet of await sheetsToForget(store, before)) {
        const at = new Date(now()).toISOString();
        const hasBegun = await beginForgetting(store, sheet, before, at);
        if (hasBegun) await this.#forget(sheet, retentionDays);
      }
    }
    if (this.#isLogToEmpty) this.#isLogToEmpty = !(await forgetLog(store));
  }

  async #forget(sheet: string, days?: number): Promise<void> {
    const { store, changes, files, now } = this.#services;
    // SQLite blocks the event loop during each step; requests are answered in between.
    for await (const more of forgetInputs(store, sheet)) await setImmediate(more);
    this.#isLogToEmpty = true;
    const at = new Date(now()).toISOString();
    const isDone = await inTransaction(store, async (tx) => {
      // The file may have been uploaded again, with the same name.
      if ((await liveSheet(tx, sheet))?.hasFile !== false) return false;
      await files.deleteOf(tx, sheet);
      await endForgetting(tx, sheet, at);
      const when = days === undefined ? '' : `, ${count(days, 'day')} after the last run`;
      const action = `deleted the file and the inputs of a sheet${when}`;
      await new LogStore(tx).add({ at, who: 'the server', action, sheet });
      return true;
    });
    if (!isDone) return;
    changes.tell({ type: 'sheet', sheet });
  }
}
