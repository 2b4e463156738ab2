import { sanitize } from '../../../src/sanitized.js';
import { LogError } from './logError.js';
import type { LogFile } from './logFile.js';
import { unpainted } from './paint.js';
import { type Sentence, withValues, withoutValues } from '../../wording/sentence.js';
import { asSentence } from '../../../src/asSentence.js';
import type { Screen } from './screen.js';

export interface RunLogOptions {
  /** The command without its options: `rwa assess hires.xlsx`. */
  readonly run: string;
  /** The file of `--log`, or the error if it cannot be written. */
  readonly file?: Pick<LogFile, 'add' | 'close'> | Error;
  /** Also logs people, countries and values (`--verbose`). */
  readonly isVerbose: boolean;
  /** True if a program reads standard output (`--json`); standard error then has no progress. */
  readonly isJson: boolean;
}

/**
 * The log of one run, on standard error if that is not a terminal, and in the file of `--log`. Each line has
 * a time. The first line reports the start and the last one the end, even if the run failed before it
 * began. The log names rows and cells, but no person, country or value unless it is verbose, since more
 * people can read a log than the sheet.
 */
export class RunLog {
  readonly isVerbose: boolean;
  readonly #screen: Screen;
  readonly #options: RunLogOptions;
  readonly #file: Pick<LogFile, 'add' | 'close'> | undefined;
  readonly #first: string;
  /** True once the first line was printed on standard error. */
  #isShown = false;
  #isInRun = false;
  #isEnded = false;
  #hasComplained = false;
  #failure: LogError | undefined;
  #ending: Sentence | undefined;

  constructor(screen: Screen, options: RunLogOptions) {
    this.#screen = screen;
    this.isVerbose = options.isVerbose;
    this.#file = options.file instanceof Error ? undefined : options.file;
    this.#options = { ...options, run: oneLine(options.run) };
    this.#first = `${now()} ${this.#options.run} begins.`;
    if (!options.isJson) this.#showFirst();
    this.#write([this.#first]);
  }

  /** True if standard output is part of the log: neither output is a terminal, and none is JSON. */
  get takesOutput(): boolean {
    return this.#takesErrors && this.#screen.width === undefined && !this.#options.isJson;
  }

  /**
   * Throws if the log cannot be written. Call this before a run begins: a run that has begun continues
   * even if the file fails.
   */
  assertWritable(): void {
    const { file } = this.#options;
    if (file instanceof Error) throw file;
    if (this.#failure !== undefined) throw this.#failure;
    this.#isInRun = true;
  }

  /** Adds a text about the run, to the file, and to standard output if {@link takesOutput}. */
  out(text: Sentence): void {
    const lines = this.#lines(text);
    if (this.takesOutput) this.#screen.out(lines.join('\n'));
    this.#write(lines);
  }

  /**
   * Adds a text about the work, to the file and to standard error, which has no times if it is a
   * terminal.
   */
  err(text: Sentence): void {
    const lines = this.#lines(text);
    if (!this.#takesErrors) this.#screen.err(text);
    else if (lines.length > 0) {
      this.#showFirst();
      this.#screen.err(lines.join('\n'));
    }
    this.#write(lines);
  }

  /** Adds a progress line. A terminal shows a bar instead, and JSON output omits it. */
  progress(text: string): void {
    const lines = this.#lines(text);
    if (this.#takesErrors && !this.#options.isJson) this.#screen.err(lines.join('\n'));
    this.#write(lines);
  }

  /** Sets the sentence about the end of the run, for the last line. */
  setEnding(text: Sentence): void {
    this.#ending = text;
  }

  /**
   * Writes the last line and closes the file. Only the first call has an effect. `reason` is used if
   * {@link setEnding} was not called.
   */
  end(exitCode: number, reason?: Sentence): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const [why = ''] = reason === undefined ? [] : this.#shown(reason).split('\n');
    const { run } = this.#options;
    const ended = why === '' ? `${run} ended.` : `${run} ended: ${why}`;
    const ending = oneLine(this.#ending === undefined ? ended : this.#shown(this.#ending));
    const lines = this.#lines(`${asSentence(ending)} Exit code ${exitCode}.`);
    if (this.#isShown) this.#screen.err(lines.join('\n'));
    this.#write(lines);
    this.#file?.close();
  }

  get #takesErrors(): boolean {
    return this.#screen.bar === undefined;
  }

  /** Prints the first line. With `--json`, standard error stays empty until it gets a message. */
  #showFirst(): void {
    if (this.#isShown || !this.#takesErrors) return;
    this.#isShown = true;
    this.#screen.err(this.#first);
  }

  #shown(text: Sentence): string {
    return this.isVerbose ? withValues(text) : withoutValues(text);
  }

  #lines(text: Sentence): string[] {
    const at = now();
    return unpainted(this.#shown(text))
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
      this.#complain(error);
    }
  }

  /**
   * Reports a failed write once, and only during a run: before it, the failure prevents the run.
   */
  #complain({ message }: LogError): void {
    if (this.#hasComplained || !this.#isInRun) return;
    this.#hasComplained = true;
    this.#showFirst();
    const text = `${message} The run continues without it.`;
    this.#screen.err(this.#takesErrors ? `${now()} ${text}` : text);
  }
}

/** Returns the screen with standard error going through the log, as soon as there is one. */
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

function oneLine(text: string): string {
  return sanitize(unpainted(text)).trim();
}
