import { permissionAdvice } from '../../../sheets/files/account.js';

/**
 * Advice, in sentences, about a file of ours that cannot be read or written, by the system's error
 * `code`. No advice leads to using another journal: it would not contain what was sent.
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
