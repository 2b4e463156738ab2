import path from 'node:path';
import { SheetError } from '../sheet.js';
import { permissionAdvice } from './account.js';

/**
 * Turns a file system error about `output` into a SheetError with advice. Other errors are returned
 * unchanged.
 */
export function asSheetError(error: unknown, output: string): unknown {
  const code = errorCode(error) ?? '';
  const name = path.basename(output);
  const template =
    CAUSES[code] ?? (isSystemError(error) ? OTHER_CAUSE.replace('CODE', code) : undefined);
  if (template === undefined) return error;
  const cause = template.replace('DISK', () => `the disk of ${path.dirname(path.resolve(output))}`);
  const { path: file, dest = file } = error as { path?: string; dest?: string };
  const advice =
    dest === undefined || !FORBIDDEN.includes(code) ? '' : permissionAdvice(dest).trim();
  if (advice !== '') {
    return new SheetError(`${name} could not be written. ${advice} Then try again.`, {
      cause: error,
    });
  }
  return new SheetError(`${name} could not be written: ${cause}, then try again.`, {
    cause: error,
  });
}

/** Creates the error for a file that has changed since it was read. */
export function changedSource(source: string, cause?: unknown): SheetError {
  return new SheetError(
    `${path.basename(source)} was changed, moved or deleted during the run, so ` +
      'nothing was written to it. Try again to write the results into the file as it is now.',
    { cause },
  );
}

/** Returns the system's code of an error. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

/** Returns whether an error comes from the operating system, with any code. */
function isSystemError(error: unknown): boolean {
  return (
    errorCode(error) !== undefined && (error as Error & { syscall?: unknown }).syscall !== undefined
  );
}

const OTHER_CAUSE = 'DISK refused it (CODE). Check the disk or network drive';

/** Causes with advice, by the system's code; DISK stands for the disk of the file. */
const CAUSES: Readonly<Record<string, string>> = {
  ENOSPC: 'DISK is full. Free some space',
  EDQUOT: 'the quota on DISK is used up. Free some space',
  EFBIG: 'the file is too large for this disk. Use another folder',
  EROFS: 'DISK is read-only. Choose another folder',
  EACCES: 'it or its folder is read-only, or it is open in another program. Close it there',
  EPERM: 'it or its folder is read-only, or it is open in another program. Close it there',
  EBUSY:
    'it is open in another program, or mounted by itself, for example in a container. ' +
    'Close it there, or mount its folder instead',
  EMFILE: 'this program has too many files open. Let it open fewer of them',
  ENFILE: 'too many files are open on this machine. Close some programs',
  ENOENT: 'its folder does not exist. Create the folder',
  ENOTDIR: 'its folder does not exist. Create the folder',
  EISDIR: 'it is a folder. Choose another name',
  ENAMETOOLONG: 'the name is too long. Choose another name',
  EIO: 'DISK reported an error. Check the disk or network drive',
  ESTALE: 'the connection to DISK, a network drive, was interrupted. Connect it again',
  EXDEV: 'the file is mounted by itself, so it cannot be replaced. Mount its folder instead',
  ETXTBSY: 'it is in use by another program. Close it there',
};

/** The codes for a lack of permission. */
const FORBIDDEN = ['EACCES', 'EPERM'];
