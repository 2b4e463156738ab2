import { type ExitCode, exitCodes } from '../output/exitCodes.js';
import { type Failure, isTokenRefusal } from '../output/failure.js';
import { logLine } from '../output/logLine.js';
import { type Terminal } from '../output/terminal.js';
import { toErrorMessage } from '../../engine/errors.js';
import {
  countSucceededRows,
  type Listener,
  type Plan,
  type Summary,
} from '../../engine/run/events.js';
import { postNotice } from '../../http/webhook.js';
import { wordWebhookProblem } from '../../http/webhookProblem.js';
import { hideWebhookPath } from '../../http/webhookUrl.js';
import { proxyUnusableText } from '../../wording/proxyUnusableText.js';
import { omitValues } from '../../wording/sentence.js';
import { count } from '../../wording/words.js';
import { createFailureNotice, withReason } from './failureNotice.js';
import { Heartbeat } from './heartbeat.js';
import { writeMetrics } from './metricsFile.js';
import { type NoticedRun, createNotice, type RunNotice, runTitle } from './notice.js';
import { runOnFinish } from './onFinish.js';
import type { UnattendedOptions } from './options.js';
import { readHeartbeatUrl, readWebhookUrl } from './webhookUrl.js';

interface Flags extends UnattendedOptions {
  sandbox?: boolean;
  dryRun?: boolean;
}

const runNotAffected = 'The run itself is not affected.';

export interface RunEnding {
  /** Contains no people and no values of the sheet. */
  readonly text: string;
  /** If true, other runs with the same token would fail too. */
  readonly isTokenRefused: boolean;
}

/**
 * Handles the guard `--max-new`, the heartbeat, and the notices and metrics at the end, even if no
 * run began.
 */
export class UnattendedRun {
  readonly #flags: Flags;
  readonly #terminal: Terminal;
  readonly #journal: string;
  #run: NoticedRun;
  #webhook: URL | undefined;
  #heartbeat: Heartbeat | undefined;
  #listener: Listener = () => undefined;
  #plan: Pick<Plan, 'counts' | 'blocked'> | undefined;
  #hasBegun = false;
  #noticeSignal: AbortSignal | undefined;
  #notice: RunNotice | undefined;
  #isTokenRefused = false;

  constructor(
    { journal, ...run }: Pick<NoticedRun, 'command' | 'file'> & { readonly journal: string },
    flags: Flags,
    terminal: Terminal,
  ) {
    this.#run = { ...run, sandboxRun: flags.sandbox === true };
    this.#journal = journal;
    this.#flags = flags;
    this.#terminal = terminal;
  }

  /** Throws a UsageError for an invalid URL. A dry run has no notices. */
  begin(): void {
    if (this.#flags.dryRun === true) return;
    this.#webhook = readWebhookUrl(this.#flags.webhook);
    const heartbeat = readHeartbeatUrl(this.#flags.heartbeat);
    if (heartbeat !== undefined) {
      this.#heartbeat = new Heartbeat(heartbeat, `${runTitle(this.#run)} begins.`);
    }
  }

  setService(service: string, listener: Listener): void {
    this.#run = { ...this.#run, service };
    this.#listener = listener;
  }

  readonly listen: Listener = (event) => {
    this.#listener(event);
    if (event.type === 'plan') {
      const { counts, blocked } = event.plan;
      this.#plan = { counts, blocked };
    }
    if (event.type === 'start') this.#hasBegun = true;
    if (event.type === 'summary') this.#recordSummary(event.summary);
  };

  /** Call this after {@link end}. */
  get ending(): RunEnding {
    return { text: this.#notice?.text ?? '', isTokenRefused: this.#isTokenRefused };
  }

  /** Sets the signal that stops the notices. Call this after the summary. */
  setNoticeSignal(signal: AbortSignal): void {
    this.#noticeSignal = signal;
  }

  /**
   * Returns 5 (stopped early), not 2 (usage error): the settings are right, but a person must look
   * at the sheet. With `--max-new 0` the run is only a check (8).
   */
  endIfTooManyNew(plan: Plan): ExitCode | undefined {
    const { maxNew } = this.#flags;
    const { rowsToSend: rows } = plan;
    if (maxNew === undefined || rows <= maxNew) return undefined;
    const stopped = { code: 'tooManyNew', rows, most: maxNew } as const;
    const outcome = maxNew === 0 ? 'checked' : 'stopped';
    const end = { outcome, stopped: [stopped], blockedByMaxNew: true } as const;
    const summary = this.#createEmptySummary(plan, end);
    this.listen({ type: 'summary', summary });
    return exitCodes[outcome];
  }

  /** Returns the code of {@link endIfTooManyNew}, or else 8 if a run would send rows, or else 0. */
  endDryRun(plan: Plan): ExitCode {
    const stopped = this.endIfTooManyNew(plan);
    if (stopped !== undefined) return stopped;
    const { rowsToSend } = plan;
    const outcome = rowsToSend > 0 ? 'checked' : 'done';
    const rows = rowsToSend === 0 ? 'no row' : count(rowsToSend, 'row');
    const text = `${runTitle(this.#run)} would send ${rows}.`;
    this.#notice = {
      ...createNotice(this.#run, this.#createEmptySummary(plan, { outcome })),
      text,
    };
    this.#terminal.log?.setEnding(text);
    return exitCodes[outcome];
  }

  recordFailure({ exitCode, message = '', isTokenRefused = false }: Failure): ExitCode {
    this.#isTokenRefused ||= isTokenRefused;
    const notice = this.#notice;
    const stopped =
      exitCode === exitCodes.bug
        ? 'This is a bug in rwa. See the output of the command.'
        : omitValues(message);
    this.#notice =
      notice === undefined
        ? createFailureNotice(this.#run, {
            exitCode,
            stopped,
            journal: this.#journal,
            counts: this.#plan?.counts ?? {},
            hasBegun: this.#hasBegun,
          })
        : withReason(notice, exitCode, stopped);
    this.#terminal.log?.setEnding(this.#notice.text);
    return exitCode;
  }

  /**
   * Call this when everything is written and printed. Returns the given code. Returns 5 instead if
   * output was lost, but not for a dry run, and not if the code is 130, 1 or 7. A failed notice
   * does not change the code. `createSignal` is called if {@link setNoticeSignal} was not. If
   * another run is using the sheet, only the heartbeat is notified.
   */
  async end(exitCode: ExitCode, createSignal: () => AbortSignal): Promise<ExitCode> {
    const signal = this.#noticeSignal ?? createSignal();
    if (exitCode === exitCodes.interrupted && this.#notice === undefined && this.#plan) {
      this.#recordSummary(
        this.#createEmptySummary(this.#plan, { outcome: 'interrupted', interrupted: true }),
      );
    }
    const created = this.#notice;
    if (created === undefined || this.#flags.dryRun === true) return exitCode;
    if (created.exitCode === exitCodes.inUse) {
      await this.#endHeartbeat(created, signal);
      return exitCode;
    }
    const notice = this.#withLostOutput(created);
    this.#writeMetrics(notice);
    await Promise.all([
      this.#post(notice, { signal }),
      this.#runOnFinish(notice, { signal }),
      this.#endHeartbeat(notice, signal),
    ]);
    return notice.exitCode;
  }

  async #endHeartbeat(notice: RunNotice, signal: AbortSignal): Promise<void> {
    const problem = await this.#heartbeat?.end(notice, signal);
    if (problem !== undefined) logLine(this.#terminal, `${problem} ${runNotAffected}`);
  }

  #writeMetrics(notice: RunNotice): void {
    const { metricsFile } = this.#flags;
    if (metricsFile === undefined) return;
    try {
      writeMetrics(metricsFile, notice);
    } catch (error) {
      const problem = `cannot be written: ${toErrorMessage(error)}`;
      this.#reportProblem(`The metrics file ${metricsFile}`, problem);
    }
  }

  async #post(notice: RunNotice, options: { signal: AbortSignal }): Promise<void> {
    if (this.#webhook === undefined) return;
    const problem = await postNotice(this.#webhook, notice, options);
    this.#reportProblem(
      `The webhook ${hideWebhookPath(this.#webhook)}`,
      problem && wordWebhookProblem(problem, proxyUnusableText),
    );
  }

  async #runOnFinish(notice: RunNotice, limits: { signal: AbortSignal }): Promise<void> {
    if (this.#flags.onFinish === undefined) return;
    const problem = await runOnFinish(this.#flags.onFinish, notice, limits);
    this.#reportProblem('The command of --on-finish', problem);
  }

  #reportProblem(subject: string, problem: string | undefined): void {
    if (problem === undefined) return;
    logLine(this.#terminal, `${subject} ${problem}. ${runNotAffected}`);
  }

  /** Adds a note about lost output, because the printed text lacks the end of the run. */
  #withLostOutput(notice: RunNotice): RunNotice {
    const { lost } = this.#terminal;
    const { exitCode, stopped = '' } = notice;
    const isMoreSevere = exitCode === exitCodes.interrupted || exitCode === exitCodes.bug;
    if (lost === undefined || isMoreSevere || stopped.includes(lost)) return notice;
    logLine(this.#terminal, lost);
    return withReason(notice, exitCodes.stopped, lost);
  }

  #recordSummary(summary: Summary): void {
    this.#isTokenRefused ||= summary.stopped?.some(isTokenRefusal) ?? false;
    this.#notice = createNotice(this.#run, summary);
    this.#terminal.log?.setEnding(this.#notice.text);
  }

  #createEmptySummary(
    { counts, blocked }: Pick<Plan, 'counts' | 'blocked'>,
    end: Partial<Summary> & Pick<Summary, 'outcome'>,
  ): Summary {
    const nothing = {
      sent: 0,
      doneBefore: countSucceededRows(counts),
      tookMs: 0,
      missing: 0,
      blocked,
    };
    return { counts, journal: this.#journal, ...nothing, interrupted: false, notes: [], ...end };
  }
}
