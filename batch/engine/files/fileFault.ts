import { messageOf } from '../errors.js';
import type { FileFault } from './said.js';

/** What the system said of a file or folder; `path` is what may be at fault. */
export function faultOf(error: unknown, path: string): FileFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  return { path, code, reason: messageOf(error) };
}
