import { postNotice } from '../../http/webhook.js';
import { type WebhookProblem, wordWebhookProblem } from '../../http/webhookProblem.js';
import { hideWebhookPath } from '../../http/webhookUrl.js';
import { proxyUnusable } from '../../wording/proxyUnusable.js';
import { countsAsSuccess, type ExitCode } from '../output/exitCodes.js';

/** The end of the work that a heartbeat is about. */
interface WatchedEnd {
  readonly exitCode: ExitCode;
  /** Contains no people and no values of a sheet. */
  readonly text: string;
}

/**
 * Reports the beginning and the end of some work to a service that alerts somebody if a report is
 * missing. The URLs follow healthchecks.io: `URL/start` at the beginning, then `URL` after success or
 * `URL/fail`. The work never waits for the first report.
 */
export class Heartbeat {
  readonly #url: URL;
  readonly #ending = new AbortController();
  readonly #begun: Promise<unknown>;

  constructor(url: URL, text: string) {
    this.#url = url;
    this.#begun = this.#post('start', { text }, this.#ending.signal);
  }

  /**
   * Reports the end, within the time limit of a webhook. Never rejects. Resolves to the problem in
   * words, without the secret part of the URL; to undefined on success. The signal cuts the report
   * short.
   */
  async end({ exitCode, text }: WatchedEnd, signal: AbortSignal): Promise<string | undefined> {
    // A late report of the beginning would look like another run, which never ends.
    this.#ending.abort();
    await this.#begun;
    const suffix = countsAsSuccess(exitCode) ? undefined : 'fail';
    const problem = await this.#post(suffix, { exitCode, text }, signal);
    return problem === undefined
      ? undefined
      : `The heartbeat ${hideWebhookPath(this.#url)} ${wordWebhookProblem(problem, proxyUnusable)}.`;
  }

  #post(
    suffix: 'start' | 'fail' | undefined,
    body: Partial<WatchedEnd>,
    signal: AbortSignal,
  ): Promise<WebhookProblem | undefined> {
    const url = new URL(this.#url);
    if (suffix !== undefined) url.pathname = `${url.pathname.replace(/\/$/, '')}/${suffix}`;
    return postNotice(url, body, { signal });
  }
}
