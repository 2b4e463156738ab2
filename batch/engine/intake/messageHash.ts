import type { HashOf } from './rowKey.js';

/**
 * The hash of a message that was written into a sheet. Only letters and digits count, because other
 * characters depend on the file's encoding.
 */
export function messageHash(message: string, hashOf: HashOf): string {
  return hashOf(message.replaceAll(/[^A-Za-z0-9]/g, '')).slice(0, 8);
}
