import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Mounts a small disk on a folder. Returns undefined without the permission to mount. */
export function mountTinyDisk(folder, size) {
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
  } catch {
    return undefined;
  }
  const filler = join(folder, 'filler');
  return {
    fill() {
      for (const bytes of [65_536, 4_096, 512]) {
        try {
          for (;;) appendFileSync(filler, Buffer.alloc(bytes));
        } catch {
          // The disk has no space for another piece of this size: continue with smaller pieces.
        }
      }
    },
    /** Deletes what `fill` has written, and no other files. */
    empty: () => rmSync(filler, { force: true }),
    unmount: () => execFileSync('umount', ['-l', folder]),
  };
}
