import { execFileSync, spawn } from 'node:child_process';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { readTextFile } from '../../../batch/http/readTextFile.js';
import { testFolder } from '../testFolder.js';

function createNamedPipe(): string {
  const path = join(testFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  return path;
}

test('reading a missing file fails with the error code of the system', async () => {
  await expect(readTextFile(join(testFolder(), 'none'))).rejects.toMatchObject({
    code: 'ENOENT',
  });
});

test('a named pipe is read to its end, even if the writer is late and pauses', async () => {
  const path = createNamedPipe();
  const read = readTextFile(path);
  await sleep(100);
  const writer = await open(path, 'w');
  await writer.write('a-');
  await sleep(150);
  await writer.write('token');
  await writer.close();
  expect(await read).toBe('a-token');
});

test('a large text is read completely from a named pipe', async () => {
  const path = createNamedPipe();
  const read = readTextFile(path);
  // Some chunks end in the middle of a character.
  const text = `x${'é'.repeat(150_000)}`;
  await writeFile(path, text);
  expect(await read).toBe(text);
});

test('reading a named pipe without a writer times out', async () => {
  await expect(readTextFile(createNamedPipe(), 200)).rejects.toThrow(
    'it is a named pipe, and no program has written to it and closed it within 0.2 s',
  );
});

test.each([
  [60_000, 'it is a named pipe with more than 16 MB'],
  [20, 'no program has written to it and closed it within 0.02 s'],
])('a program that never stops writing is read for at most %i ms', async (timeoutMs, message) => {
  const path = createNamedPipe();
  const writer = spawn('sh', ['-c', 'exec yes > "$1"', 'sh', path]);
  onTestFinished(() => void writer.kill());
  await expect(readTextFile(path, timeoutMs)).rejects.toThrow(message);
});
