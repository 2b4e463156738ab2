import type { HashOf } from '../intake/rowKey.js';

/** The most hashes in one fact, so that no line gets long. */
const most = 1_000;

/**
 * The hash of a message that was written into a sheet. Only letters and digits count, because other
 * characters depend on the file's encoding.
 */
export function messageHash(message: string, hashOf: HashOf): string {
  return hashOf(message.replaceAll(/[^A-Za-z0-9]/g, '')).slice(0, 8);
}

/** The facts that record these messages; for none, one that says so. */
export function messageFacts(hashes: Iterable<string>, at: string) {
  const all = [...new Set(hashes)];
  return Array.from({ length: Math.max(1, Math.ceil(all.length / most)) }, (_, part) => ({
    fact: 'messages' as const,
    hashes: all.slice(part * most, (part + 1) * most),
    at,
  }));
}
