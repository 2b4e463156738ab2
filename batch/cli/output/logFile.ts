import { accessSync, closeSync, constants, existsSync, openSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { copyPermissions } from '../../engine/files/fileSystem.js';
import { adviseOnFault } from '../wording/faultAdvice.js';
import { findSpecialKind } from '../../../sheets/files/specialFile.js';
import { specialFileWords } from '../../../sheets/words.js';
import { toErrorMessage, toFileFault } from '../../engine/errors.js';
import { LogError } from './logError.js';
import { CommandError } from './commandError.js';

type Kind = 'log' | 'trace';

/**
 * Appends lines in whole blocks, so that several runs can share the file. A new file gets the
 * permissions of the sheet; without a sheet, only this account can read it.
 */
export class LogFile {
  readonly #path: string;
  readonly #kind: Kind;
  readonly #descriptor: number;
  /** True if the last block was written only in part: the next block must start on a new line. */
  #isCut = false;

  private constructor(path: string, kind: Kind, descriptor: number) {
    this.#path = path;
    this.#kind = kind;
    this.#descriptor = descriptor;
  }

  /** Throws a {@link LogError}, or a CommandError for a pipe, a socket or a device. */
  static open(path: string, sheet: string | undefined, kind: Kind): LogFile {
    refuseSpecialFile(path, kind);
    try {
      return new LogFile(path, kind, openToAppend(path, sheet));
    } catch (error) {
      throw createOpenError(path, kind, error);
    }
  }

  /** Throws a {@link LogError} if not all lines could be written. */
  add(lines: readonly string[]): void {
    const start = this.#isCut ? '\n' : '';
    const bytes = Buffer.from(`${start}${lines.join('\n')}\n`);
    let written = 0;
    try {
      while (written < bytes.length) {
        written += writeSync(this.#descriptor, bytes, written);
        this.#isCut = written < bytes.length;
      }
    } catch (error) {
      throw createWriteError(this.#path, this.#kind, error);
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** Throws like {@link LogFile.open} for a log, but creates no file. */
export function refuseUnusableLog(path: string): void {
  refuseSpecialFile(path, 'log');
  try {
    accessSync(existsSync(path) ? path : dirname(resolve(path)), constants.W_OK);
  } catch (error) {
    throw createOpenError(path, 'log', error);
  }
}

function refuseSpecialFile(path: string, kind: Kind): void {
  const special = findSpecialKind(path);
  if (special !== undefined) {
    throw new CommandError(
      `--${kind} ${path} is ${specialFileWords[special]}. Use the name of a file.`,
    );
  }
}

function createWriteError(path: string, kind: Kind, error: unknown): LogError {
  return new LogError(`The ${kind} ${path} cannot be written: ${toErrorMessage(error)}.`);
}

/** Creates an error with advice, which the user can still follow because no run has started. */
function createOpenError(path: string, kind: Kind, error: unknown): LogError {
  const folder = dirname(resolve(path));
  return existsSync(folder)
    ? new LogError(
        createWriteError(path, kind, error).message,
        adviseOnFault(toFileFault(error, path)),
      )
    : new LogError(
        `The folder ${folder} of the ${kind} does not exist. Create it, or change --${kind}.`,
      );
}

function openToAppend(path: string, sheet: string | undefined): number {
  const { O_WRONLY, O_APPEND, O_CREAT, O_EXCL } = constants;
  try {
    const descriptor = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL, 0o600);
    if (sheet !== undefined) copyPermissions(descriptor, sheet);
    return descriptor;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return openSync(path, O_WRONLY | O_APPEND);
  }
}
