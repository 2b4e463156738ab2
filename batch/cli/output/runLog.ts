import { sanitize } from '../../../src/sanitized.js';
import { LogError } from './logError.js';
import type { LogFile } from './logFile.js';
import { removePaint } from './paint.js';
import { type Sentence, showValues, omitValues } from '../../wording/sentence.js';
import { toSentence } from '../../../src/toSentence.js';
import type { Screen } from './screen.js';

export interface RunLogOptions {
  /** The command without its options: `rwa assess hires.xlsx`. */
  readonly run: string;
  /** An error if the file of `--log` could not be opened. */
  readonly file?: Pick<LogFile, 'add' | 'close'> | Error;
  /** True if people, countries and values are logged too (`--verbose`). */
  readonly isVerbose: boolean;
  /** True for `--json`: a program reads standard output, and standard error has no progress. */
  readonly isJson: boolean;
}

/**
 * Reports the end of the run even if the command fails before it begins. Only a verbose log
 * contains people, countries and values, because more people can read a log than the sheet.
 */
export class RunLog {
  readonly isVerbose: boolean;
  readonly #screen: Screen;
  readonly #options: RunLogOptions;
  readonly #file: Pick<LogFile, 'add' | 'close'> | undefined;
  readonly #firstLine: string;
  #isShown = false;
  #isInRun = false;
  #isEnded = false;
  #hasReportedFailure = false;
  #failure: LogError | undefined;
  #ending: Sentence | undefined;

  constructor(screen: Screen, options: RunLogOptions) {
    this.#screen = screen;
    this.isVerbose = options.isVerbose;
    this.#file = options.file instanceof Error ? undefined : options.file;
    this.#options = { ...options, run: toOneLine(options.run) };
    this.#firstLine = `${now()} ${this.#options.run} begins.`;
    if (!options.isJson) this.#showFirstLine();
    this.#write([this.#firstLine]);
  }

  /** True if no stream is a terminal and there is no JSON. */
  get takesOutput(): boolean {
    return this.#takesErrors && this.#screen.width === undefined && !this.#options.isJson;
  }

  /** Call this before a run begins: an active run continues even if the file fails. */
  assertWritable(): void {
    const { file } = this.#options;
    if (file instanceof Error) throw file;
    if (this.#failure !== undefined) throw this.#failure;
    this.#isInRun = true;
  }

  /** Prints on standard output too if {@link takesOutput}. */
  out(text: Sentence): void {
    const lines = this.#toLines(text);
    if (this.takesOutput) this.#screen.out(lines.join('\n'));
    this.#write(lines);
  }

  err(text: Sentence): void {
    const lines = this.#toLines(text);
    if (!this.#takesErrors) this.#screen.err(text);
    else if (lines.length > 0) {
      this.#showFirstLine();
      this.#screen.err(lines.join('\n'));
    }
    this.#write(lines);
  }

  /** A terminal shows a bar instead, and JSON output omits progress. */
  progress(text: string): void {
    const lines = this.#toLines(text);
    if (this.#takesErrors && !this.#options.isJson) this.#screen.err(lines.join('\n'));
    this.#write(lines);
  }

  setEnding(text: Sentence): void {
    this.#ending = text;
  }

  /** Has an effect only on the first call. `reason` is used if {@link setEnding} was not called. */
  end(exitCode: number, reason?: Sentence): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const [why = ''] = reason === undefined ? [] : this.#toText(reason).split('\n');
    const { run } = this.#options;
    const ended = why === '' ? `${run} ended.` : `${run} ended: ${why}`;
    const ending = toOneLine(this.#ending === undefined ? ended : this.#toText(this.#ending));
    const lines = this.#toLines(`${toSentence(ending)} Exit code ${exitCode}.`);
    if (this.#isShown) this.#screen.err(lines.join('\n'));
    this.#write(lines);
    this.#file?.close();
  }

  get #takesErrors(): boolean {
    return this.#screen.bar === undefined;
  }

  /** With `--json`, standard error is empty until the first message. */
  #showFirstLine(): void {
    if (this.#isShown || !this.#takesErrors) return;
    this.#isShown = true;
    this.#screen.err(this.#firstLine);
  }

  #toText(text: Sentence): string {
    return this.isVerbose ? showValues(text) : omitValues(text);
  }

  #toLines(text: Sentence): string[] {
    const at = now();
    return removePaint(this.#toText(text))
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => `${at} ${line}`);
  }

  #write(lines: readonly string[]): void {
    if (this.#file === undefined || lines.length === 0) return;
    try {
      this.#file.add(lines);
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      this.#failure = error;
      this.#reportFailure(error);
    }
  }

  /** Reports once, and only during a run; before a run, {@link assertWritable} throws. */
  #reportFailure({ message }: LogError): void {
    if (this.#hasReportedFailure || !this.#isInRun) return;
    this.#hasReportedFailure = true;
    this.#showFirstLine();
    const text = `${message} The run continues without it.`;
    this.#screen.err(this.#takesErrors ? `${now()} ${text}` : text);
  }
}

export function withLog(screen: Screen, log: () => RunLog | undefined): Screen {
  const err = (text: Sentence) => {
    const currentLog = log();
    if (currentLog === undefined) screen.err(text);
    else currentLog.err(text);
  };
  return Object.create(screen, { err: { value: err }, log: { get: log } }) as Screen;
}

function now(): string {
  return new Date().toISOString();
}

function toOneLine(text: string): string {
  return sanitize(removePaint(text)).trim();
}
