import { permissionAdvice } from '../../../sheets/files/account.js';

/**
 * What to do about a file that is the runner's own and cannot be read or written, in sentences. None of
 * them leads away from the journal that knows what was sent.
 */
export function faultAdvice(error: unknown, path: string): string {
  const again = 'then run the same command again.';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT') return `Make room, ${again}`;
  if (code === 'EROFS') return `Make the disk writable, ${again}`;
  const advice = code === 'EACCES' || code === 'EPERM' ? permissionAdvice(path) : '';
  return advice === ''
    ? `Check the file and its folder, ${again}`
    : `${advice} Then${again.slice(4)}`;
}
