import { toErrorMessage } from '../errors.js';
import type { FileFault } from './fileMessages.js';

/** The system's error about a file or folder; `path` is the one that may be the cause. */
export function toFileFault(error: unknown, path: string): FileFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  return { path, code, reason: toErrorMessage(error) };
}
