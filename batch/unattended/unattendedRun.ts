import { type ExitCode, exitCodes } from '../output/errors.js';
import { logLine } from '../output/logLine.js';
import { count, type Terminal } from '../output/terminal.js';
import { doneRows, type Listener, type Plan, type Summary } from '../run/events.js';
import { type NoticedRun, noticeOf, type RunNotice } from './notice.js';
import { runOnFinish } from './onFinish.js';
import type { UnattendedOptions } from './options.js';
import { postNotice } from './webhook.js';
import { readWebhookUrl, shownWebhook } from './webhookUrl.js';

interface Flags extends UnattendedOptions {
  sandbox?: boolean;
  json?: boolean;
}

/**
 * What a sheet command owes those who do not watch it: lines for a log, the guard, and the notices
 * at its end.
 */
export class UnattendedRun {
  readonly #run: NoticedRun & { readonly journal: string };
  readonly #flags: Flags;
  readonly #webhook: URL | undefined;
  readonly #terminal: Terminal;
  readonly #listener: Listener;
  #counts: Plan['counts'] | undefined;
  #notice: RunNotice | undefined;

  /** `listener` hears all that the run tells. Throws a UsageError for a webhook that cannot be used. */
  constructor(
    run: Omit<NoticedRun, 'rehearsal'> & { readonly journal: string },
    flags: Flags,
    terminal: Terminal,
    listener: Listener,
  ) {
    this.#run = { ...run, rehearsal: flags.sandbox === true };
    this.#flags = flags;
    this.#webhook = readWebhookUrl(flags.webhook);
    this.#terminal = terminal;
    this.#listener = listener;
  }

  /** To be given to the run. */
  readonly listen: Listener = (event) => {
    this.#listener(event);
    if (event.type === 'plan') this.#counts = event.plan.counts;
    if (event.type === 'summary') this.#ended(event.summary);
  };

  /**
   * True when more rows are new than `--max-new` allows; the run has then ended with nothing sent. It
   * has stopped early (5), as with `--max-errors`, and is no error of usage (2): the settings are
   * right and the sheet can be read, and whoever watches the schedule is to be told of it.
   */
  holdsBack({ counts }: Plan, fresh: number): boolean {
    const { maxNew } = this.#flags;
    if (maxNew === undefined || fresh <= maxNew) return false;
    const stopped = `${count(fresh, 'row')} would be sent as new, and --max-new allows ${maxNew.toLocaleString('en')}. Nothing was sent. If the sheet is right, say --max-new ${fresh} or leave it out.`;
    const end = { exitCode: exitCodes.stopped, stopped, heldBack: true };
    const summary = this.#nothingSent(counts, end);
    this.listen({ type: 'summary', summary });
    return true;
  }

  /**
   * To be called when everything is written and said: tells the webhook and the command of
   * `--on-finish`, both at once, each within a bound. Resolves to the exit code: what it was given,
   * unless the guard held the run back. What goes wrong here does not change it. The signal ends the
   * waiting.
   */
  async end(exitCode: ExitCode, signal: AbortSignal): Promise<ExitCode> {
    if (exitCode === exitCodes.interrupted && this.#notice === undefined && this.#counts) {
      this.#ended(this.#nothingSent(this.#counts, { exitCode, interrupted: true }));
    }
    const notice = this.#notice;
    if (notice === undefined) return exitCode;
    await Promise.all([this.#post(notice, { signal }), this.#runOnFinish(notice, { signal })]);
    return notice.exitCode;
  }

  async #post(notice: RunNotice, ending: { signal: AbortSignal }): Promise<void> {
    if (this.#webhook === undefined) return;
    const problem = await postNotice(this.#webhook, notice, ending);
    this.#complain(`The webhook ${shownWebhook(this.#webhook)}`, problem);
  }

  async #runOnFinish(notice: RunNotice, ending: { signal: AbortSignal }): Promise<void> {
    if (this.#flags.onFinish === undefined) return;
    const problem = await runOnFinish(this.#flags.onFinish, notice, ending);
    this.#complain('The command of --on-finish', problem);
  }

  #complain(who: string, problem: string | undefined): void {
    if (problem === undefined) return;
    logLine(this.#terminal, `${who} ${problem}. This changes nothing about the run.`);
  }

  #ended(summary: Summary): void {
    this.#notice = noticeOf(this.#run, summary);
    this.#terminal.log?.endsWith(this.#notice.text);
  }

  #nothingSent(counts: Plan['counts'], end: Partial<Summary> & Pick<Summary, 'exitCode'>): Summary {
    const { journal } = this.#run;
    const nothing = { sent: 0, doneBefore: doneRows(counts), tookMs: 0, gone: 0, blocked: 0 };
    return { counts, journal, ...nothing, interrupted: false, notes: [], ...end };
  }
}
