import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A disk that can be full. */
export interface TinyDisk {
  folder: string;
  fill: () => void;
  empty: () => void;
}

/** A file system of 64 kB, where root may mount one; else it says that tests are skipped. */
export function tinyDisk(): TinyDisk | undefined {
  const folder = join('/tmp', `rwa-tiny-${process.pid}`);
  try {
    mkdirSync(folder);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true, force: true });
    console.warn('Skipped: a full disk needs the right to mount a tmpfs.');
    return undefined;
  }
  process.once('exit', () => {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  const filler = join(folder, 'filler');
  return {
    folder,
    fill() {
      for (const bytes of [65_536, 4_096, 512, 16, 1]) {
        try {
          for (;;) appendFileSync(filler, Buffer.alloc(bytes));
        } catch {
          // Full, down to smaller pieces.
        }
      }
    },
    empty() {
      rmSync(filler, { force: true });
    },
  };
}
