import type { HashOf } from '../intake/rowKey.js';

/** A fact holds this many hashes at the most, so that no line gets long. */
const most = 1_000;

/**
 * Tells in the journal which message was written into a sheet, without saying it. Only letters and
 * digits count: what else a file can hold depends on its encoding.
 */
export function messageHash(message: string, hashOf: HashOf): string {
  return hashOf(message.replaceAll(/[^A-Za-z0-9]/g, '')).slice(0, 8);
}

/** The facts that let a journal know these messages; of none, one that says so. */
export function messageFacts(hashes: Iterable<string>, at: string) {
  const all = [...new Set(hashes)];
  return Array.from({ length: Math.max(1, Math.ceil(all.length / most)) }, (_, part) => ({
    fact: 'messages' as const,
    hashes: all.slice(part * most, (part + 1) * most),
    at,
  }));
}
