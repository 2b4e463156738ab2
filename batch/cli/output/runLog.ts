import { sanitized } from '../../../src/sanitized.js';
import { LogError } from './logError.js';
import type { LogFile } from './logFile.js';
import { unpainted } from './paint.js';
import { type Sentence, whole, withoutValues } from '../wording/sentence.js';
import { asSentence } from '../../engine/wording/words.js';
import type { Screen } from './screen.js';

/** What the log of a run is to be. */
export interface RunLogOptions {
  /** `rwa assess hires.xlsx`, whatever its options. */
  readonly run: string;
  /** The file of `--log`, or why it cannot be written. */
  readonly file?: Pick<LogFile, 'add' | 'close'> | Error;
  /** Names persons, countries and values too (`--verbose`). */
  readonly isVerbose: boolean;
  /** Standard output is for a program (`--json`): then standard error has only what went wrong. */
  readonly isJson: boolean;
}

/**
 * The log of one run: what is said where no terminal is, and in the file of `--log`. Each line has its
 * time; the first says that the run begins and the last how it ended, also when it never came so far.
 * It names rows and cells, and no person, country or value of the sheet unless that is asked for, since
 * more people read a log than the sheet that it is of.
 */
export class RunLog {
  readonly isVerbose: boolean;
  readonly #screen: Screen;
  readonly #options: RunLogOptions;
  readonly #file: Pick<LogFile, 'add' | 'close'> | undefined;
  readonly #first: string;
  /** The first line stands on standard error. */
  #isShown = false;
  #isInRun = false;
  #isEnded = false;
  #isComplained = false;
  #failure: LogError | undefined;
  #ending: Sentence | undefined;

  /** `screen` is where a person may watch; without a terminal it takes the lines of the log. */
  constructor(screen: Screen, options: RunLogOptions) {
    this.#screen = screen;
    this.isVerbose = options.isVerbose;
    this.#file = options.file instanceof Error ? undefined : options.file;
    this.#options = { ...options, run: oneLine(options.run) };
    this.#first = `${now()} ${this.#options.run} begins.`;
    if (!options.isJson) this.#showFirst();
    this.#write([this.#first]);
  }

  /** True where standard output is of the log too, as nobody watches it. */
  get takesOutput(): boolean {
    return this.#takesErrors && this.#screen.width === undefined && !this.#options.isJson;
  }

  /**
   * To be called before a run begins. Throws when there is no log where it was asked for; once it has
   * begun, the run goes on whatever becomes of the file.
   */
  assertWritable(): void {
    const { file } = this.#options;
    if (file instanceof Error) throw file;
    if (this.#failure !== undefined) throw this.#failure;
    this.#isInRun = true;
  }

  /** Adds what a run tells: on standard output where nobody watches, and in the file. */
  say(text: Sentence): void {
    const lines = this.#lines(text);
    if (this.takesOutput) this.#screen.out(lines.join('\n'));
    this.#write(lines);
  }

  /** Says on standard error what is said of the work; with its time where nobody watches. */
  err(text: Sentence): void {
    const lines = this.#lines(text);
    if (!this.#takesErrors) this.#screen.err(text);
    else if (lines.length > 0) {
      this.#showFirst();
      this.#screen.err(lines.join('\n'));
    }
    this.#write(lines);
  }

  /** Says how far the work is: a terminal has a bar for it, and a program no interest in it. */
  progress(text: string): void {
    const lines = this.#lines(text);
    if (this.#takesErrors && !this.#options.isJson) this.#screen.err(lines.join('\n'));
    this.#write(lines);
  }

  /** How the run ended, in a sentence: the last line says it when all is done. */
  endsWith(text: Sentence): void {
    this.#ending = text;
  }

  /**
   * Writes the last line and closes the file. Only the first call counts. `reason` is for a run that
   * has not said how it ended.
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

  /** With `--json`, standard error stays empty while all goes well. */
  #showFirst(): void {
    if (this.#isShown || !this.#takesErrors) return;
    this.#isShown = true;
    this.#screen.err(this.#first);
  }

  #shown(text: Sentence): string {
    return this.isVerbose ? whole(text) : withoutValues(text);
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

  /** Once, and not before the run: there the failure is the reason why none begins. */
  #complain({ message }: LogError): void {
    if (this.#isComplained || !this.#isInRun) return;
    this.#isComplained = true;
    this.#showFirst();
    const text = `${message} The run continues without it.`;
    this.#screen.err(this.#takesErrors ? `${now()} ${text}` : text);
  }
}

/** A terminal whose standard error goes through the log, once there is one. */
export function withLog(screen: Screen, log: () => RunLog | undefined): Screen {
  const err = (text: Sentence) => {
    const into = log();
    if (into === undefined) screen.err(text);
    else into.err(text);
  };
  return Object.create(screen, { err: { value: err }, log: { get: log } }) as Screen;
}

function now(): string {
  return new Date().toISOString();
}

function oneLine(text: string): string {
  return sanitized(unpainted(text)).trim();
}
