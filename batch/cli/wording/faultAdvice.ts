import { adviseOnPermissions } from '../../../sheets/files/account.js';
import type { FileFault } from '../../engine/files/fileMessages.js';

/**
 * Returns advice that never suggests another journal, which would not contain the requests that
 * were sent.
 */
export function adviseOnFault({ code, path }: FileFault): string {
  const runAgain = 'run the same command again.';
  if (code === 'ENOSPC' || code === 'EDQUOT') return `Free some space, then ${runAgain}`;
  if (code === 'EROFS') return `Make the disk writable, then ${runAgain}`;
  const advice = code === 'EACCES' || code === 'EPERM' ? adviseOnPermissions(path) : '';
  return advice === ''
    ? `Check the file and its folder, then ${runAgain}`
    : `${advice} Then ${runAgain}`;
}
