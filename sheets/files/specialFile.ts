import { type Stats, statSync } from 'node:fs';

/**
 * What stands at a path that is no file and no folder: "a named pipe", "a socket" or "a device".
 * Opening one may wait for ever, or change something. Undefined for everything else, also for what cannot
 * be looked at.
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
