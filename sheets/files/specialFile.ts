import { type Stats, statSync } from 'node:fs';
import type { SpecialFile } from '../messages.js';

/**
 * Returns the kind of a path that is not a file or folder: opening it may block forever or have
 * side effects.
 */
export function findSpecialKind(path: string): SpecialFile | undefined {
  try {
    return findKind(statSync(path));
  } catch {
    return undefined;
  }
}

function findKind(stats: Stats): SpecialFile | undefined {
  if (stats.isFIFO()) return 'pipe';
  if (stats.isSocket()) return 'socket';
  return stats.isCharacterDevice() || stats.isBlockDevice() ? 'device' : undefined;
}
