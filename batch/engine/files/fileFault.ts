import { messageOf } from '../errors.js';

/** What the system said of a file that it would not read or write. */
export interface FileFault {
  /** The file or its folder: whose it is may be why. */
  readonly path: string;
  /** The system's code, such as ENOSPC. */
  readonly code?: string | undefined;
  /** The same in the system's words. */
  readonly reason: string;
}

/** What the system said of a file or folder; `path` is what may be at fault. */
export function faultOf(error: unknown, path: string): FileFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  return { path, code, reason: messageOf(error) };
}
