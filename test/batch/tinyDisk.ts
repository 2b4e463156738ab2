import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { cannotRun } from '../skips.js';

export interface TinyDisk {
  folder: string;
  fill: () => void;
  /** Deletes only the file that `fill` has written. */
  empty: () => void;
}

/**
 * Creates a file system of 64 kB for the tests in a file. Call `createTinyDisk` outside of a test,
 * and the returned function inside a test, which it skips if the file system could not be mounted.
 */
export function createTinyDisk(): (skip: (why: string) => never) => TinyDisk {
  const disk = mountDisk();
  return (skip) => disk ?? cannotRun(skip, 'Tests with a full disk need root, to mount a tmpfs.');
}

function mountDisk(): TinyDisk | undefined {
  const folder = mkdtempSync(join('/tmp', 'rwa-tiny-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
  // The test runner ends its workers without an exit event, so the disk is removed here.
  afterAll(() => {
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
          // The disk has no space for another piece of this size.
        }
      }
    },
    empty() {
      rmSync(filler, { force: true });
    },
  };
}
