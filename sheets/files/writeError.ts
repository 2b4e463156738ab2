import path from 'node:path';
import { SheetError } from '../sheet.js';
import { inspectAccess } from './account.js';

/** Converts errors of the system; returns other errors unchanged. */
export function toWriteError(error: unknown, output: string): unknown {
  const system = getErrorCode(error);
  if (system === undefined || !isSystemError(error, system)) return error;
  const file = path.basename(output);
  const { path: place, dest = place } = error as { path?: string; dest?: string };
  const isForbidden = system === 'EACCES' || system === 'EPERM';
  const access = isForbidden && dest !== undefined ? inspectAccess(dest) : undefined;
  if (access !== undefined) {
    return new SheetError({ code: 'mayNotWrite', file, access }, { cause: error });
  }
  const folder = path.dirname(path.resolve(output));
  return new SheetError({ code: 'notWritten', file, folder, system }, { cause: error });
}

export function createChangedSourceError(source: string, cause?: unknown): SheetError {
  return new SheetError({ code: 'changed', file: path.basename(source) }, { cause });
}

export function getErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

function isSystemError(error: unknown, code: string): boolean {
  return /^E[A-Z\d]+$/.test(code) || (error as { syscall?: unknown }).syscall !== undefined;
}
