import { execFile } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;

/** The reason to skip a test if `makeReadOnly` fails. */
export const readOnlyUnavailable =
  'A folder cannot be made read-only here: root needs chattr +i for that.';

/**
 * Makes a folder or file read-only until the test ends. For root, which ignores permissions, sets
 * the immutable attribute. Returns a function that makes the folder or file writable earlier.
 */
export async function makeReadOnly(
  path: string,
  readOnlyMode = 0o555,
  mode = 0o755,
): Promise<() => Promise<void>> {
  const setReadOnly = async (isReadOnly: boolean): Promise<void> => {
    if (isRoot) await run('chattr', [isReadOnly ? '+i' : '-i', path]);
    else await chmod(path, isReadOnly ? readOnlyMode : mode);
  };
  await setReadOnly(true);
  let released: Promise<void> | undefined;
  // The mode is set back only once, because a test may delete the file afterwards.
  const release = () => (released ??= setReadOnly(false));
  onTestFinished(release);
  return release;
}
