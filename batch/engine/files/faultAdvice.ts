import { permissionAdvice } from '../../../sheets/files/account.js';

/**
 * What to do about a file that is the runner's own and cannot be read or written, in sentences. Of the
 * error only the system's `code` counts. None of the sentences leads away from the journal that knows
 * what was sent.
 */
export function faultAdvice(error: unknown, path: string): string {
  const again = 'then run the same command again.';
  const { code } = typeof error === 'object' && error !== null ? (error as { code?: unknown }) : {};
  if (code === 'ENOSPC' || code === 'EDQUOT') return `Free some space, ${again}`;
  if (code === 'EROFS') return `Make the disk writable, ${again}`;
  const advice = code === 'EACCES' || code === 'EPERM' ? permissionAdvice(path) : '';
  return advice === ''
    ? `Check the file and its folder, ${again}`
    : `${advice} Then${again.slice(4)}`;
}
