import { permissionAdvice } from '../../../sheets/files/account.js';
import type { FileFault } from '../../engine/files/fileMessages.js';

/**
 * What to do about a file that is the runner's own and cannot be read or written, in sentences. None of
 * them leads away from the journal that knows what was sent.
 */
export function adviceOn({ code, path }: FileFault): string {
  const again = 'then run the same command again.';
  if (code === 'ENOSPC' || code === 'EDQUOT') return `Free some space, ${again}`;
  if (code === 'EROFS') return `Make the disk writable, ${again}`;
  const advice = code === 'EACCES' || code === 'EPERM' ? permissionAdvice(path) : '';
  return advice === ''
    ? `Check the file and its folder, ${again}`
    : `${advice} Then${again.slice(4)}`;
}
