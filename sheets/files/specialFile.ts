import { type Stats, statSync } from 'node:fs';

/**
 * What a path is if it is neither a file nor a folder: "a named pipe", "a socket" or "a device".
 * Opening one may wait forever, or change something. Undefined for everything else, also if the
 * path cannot be inspected.
 */
export function specialFile(path: string): string | undefined {
  try {
    return kindOf(statSync(path));
  } catch {
    return undefined;
  }
}

function kindOf(stats: Stats): string | undefined {
  if (stats.isFIFO()) return 'a named pipe';
  if (stats.isSocket()) return 'a socket';
  return stats.isCharacterDevice() || stats.isBlockDevice() ? 'a device' : undefined;
}
