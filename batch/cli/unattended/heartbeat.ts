import { postNotice } from '../../http/webhook.js';
import { type WebhookProblem, wordWebhookProblem } from '../../http/webhookProblem.js';
import { hideWebhookPath } from '../../http/webhookUrl.js';
import { proxyUnusableText } from '../../wording/proxyUnusableText.js';
import { countsAsSuccess, type ExitCode } from '../output/exitCodes.js';

interface WatchedEnd {
  readonly exitCode: ExitCode;
  /** Contains no people and no values of a sheet. */
  readonly text: string;
}

/**
 * The URLs follow healthchecks.io: `URL/start` at the beginning, and `URL` or `URL/fail` at the
 * end. The work never waits for the first report.
 */
export class Heartbeat {
  readonly #url: URL;
  readonly #startAbort = new AbortController();
  readonly #startReport: Promise<unknown>;

  constructor(url: URL, text: string) {
    this.#url = url;
    this.#startReport = this.#post('start', { text }, this.#startAbort.signal);
  }

  /**
   * Stops at the time limit of a webhook or when the signal is aborted. Never rejects. Resolves to
   * a sentence about the problem, without the secret part of the URL.
   */
  async end({ exitCode, text }: WatchedEnd, signal: AbortSignal): Promise<string | undefined> {
    // If the report of the beginning arrived after the report of the end, it would look like a
    // second run that never ends.
    this.#startAbort.abort();
    await this.#startReport;
    const suffix = countsAsSuccess(exitCode) ? undefined : 'fail';
    const problem = await this.#post(suffix, { exitCode, text }, signal);
    return problem === undefined
      ? undefined
      : `The heartbeat ${hideWebhookPath(this.#url)} ${wordWebhookProblem(problem, proxyUnusableText)}.`;
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
