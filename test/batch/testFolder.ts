import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates an empty folder that is deleted after the test. Concurrent tests pass their own `onTestFinished`. */
export function testFolder(onFinished: (remove: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-test-'));
  onFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
