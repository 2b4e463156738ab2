import { setTimeout as delay } from 'node:timers/promises';
import type { Summary } from '../../engine/run/events.js';
import type { OpenedRun } from './sheetRun.js';

/** Clients wait a minute for an answer by default. A longer run continues afterwards. */
const answerWithinMs = 45_000;

/** The runs of a server. They continue if the client is gone, and end before the server does. */
export class ActiveRuns {
  readonly #runs = new Map<OpenedRun, Promise<unknown>>();

  /**
   * Starts a planned run, and closes it at its end. Resolves to its summary; to undefined if the run is
   * still active after {@link answerWithinMs}.
   */
  async start(opened: OpenedRun): Promise<Summary | undefined> {
    const { run, close } = opened;
    const ended = run.start().finally(async () => {
      this.#runs.delete(opened);
      await close();
    });
    this.#runs.set(opened, ended);
    // The journal has what was sent, so the error may be lost if the answer has been given already.
    ended.catch(() => undefined);
    const timeout = new AbortController();
    const { signal } = timeout;
    const waited = delay(answerWithinMs, undefined, { signal }).catch(() => undefined);
    return Promise.race([ended, waited]).finally(() => {
      timeout.abort();
    });
  }

  /** Lets the rows in flight finish, and ends all runs. */
  async close(): Promise<void> {
    for (const { run } of this.#runs.keys()) run.stop();
    await Promise.allSettled(this.#runs.values());
  }
}
