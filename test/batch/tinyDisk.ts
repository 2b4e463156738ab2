import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { cannotRun } from '../skips.js';

/** A disk that can be full. */
export interface TinyDisk {
  folder: string;
  fill: () => void;
  empty: () => void;
}

/**
 * Gives a file system of 64 kB to the tests of this file, where root may mount one; else skips the
 * test that asks for it. Call it outside of a test, and what it returns inside.
 */
export function tinyDisk(): (skip: (why: string) => never) => TinyDisk {
  const disk = mounted();
  return (skip) => disk ?? cannotRun(skip, 'A full disk needs the right to mount a tmpfs (root).');
}

function mounted(): TinyDisk | undefined {
  const folder = join('/tmp', `rwa-tiny-${process.pid}`);
  try {
    mkdirSync(folder);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
  // Not at the exit of the process: the test runner ends its workers without one.
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
          // Full, down to smaller pieces.
        }
      }
    },
    empty() {
      rmSync(filler, { force: true });
    },
  };
}
