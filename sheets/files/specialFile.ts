import { type Stats, statSync } from 'node:fs';

/**
 * Returns the kind of a path that is neither a file nor a folder: "a named pipe", "a socket" or "a
 * device". Opening one may block forever or have effects. Returns undefined for all other paths, and
 * if the path cannot be inspected.
 */
export function specialFile(path: string): string | undefined {
  try {
    return describeKind(statSync(path));
  } catch {
    return undefined;
  }
}

function describeKind(stats: Stats): string | undefined {
  if (stats.isFIFO()) return 'a named pipe';
  if (stats.isSocket()) return 'a socket';
  return stats.isCharacterDevice() || stats.isBlockDevice() ? 'a device' : undefined;
}
