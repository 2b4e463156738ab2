import { toErrorMessage } from '../errors.js';
import type { FileFault } from './fileMessages.js';

/** Describes a system error about a file or folder; `path` is the probable cause. */
export function toFileFault(error: unknown, path: string): FileFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  return { path, code, reason: toErrorMessage(error) };
}
