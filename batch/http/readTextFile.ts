import { constants, statSync } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const pollIntervalMs = 50;
/** Long enough for a password manager that asks its user first. */
const pipeTimeoutMs = 10_000;
/** Tokens, passwords and settings are shorter, but a program may write to a pipe without end. */
const maxPipeBytes = 16 * 1024 * 1024;

/**
 * Opens a named pipe without blocking: while Node waits for a writer, it cannot exit, not even
 * after an interruption.
 */
export async function readTextFile(path: string, timeoutMs = pipeTimeoutMs): Promise<string> {
  if (statSync(path, { throwIfNoEntry: false })?.isFIFO() !== true) return readFile(path, 'utf8');
  const pipe = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return await readPipe(pipe, timeoutMs);
  } finally {
    await pipe.close();
  }
}

async function readPipe(pipe: FileHandle, timeoutMs: number): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  const endMs = performance.now() + timeoutMs;
  while (performance.now() < endMs) {
    const part = await readPart(pipe);
    const isEmpty = part === undefined || part.length === 0;
    // A read without bytes is the end of the text, or no program has opened the pipe for writing
    // yet.
    if (part !== undefined && isEmpty && bytes > 0) return Buffer.concat(parts).toString('utf8');
    if (isEmpty) {
      await sleep(pollIntervalMs);
      continue;
    }
    parts.push(part);
    bytes += part.length;
    if (bytes > maxPipeBytes) throw new Error('it is a named pipe with more than 16 MB');
  }
  throw new Error(
    `it is a named pipe, and no program has written to it and closed it within ${timeoutMs / 1000} s`,
  );
}

/** Resolves to undefined if the writer has written nothing new. */
async function readPart(pipe: FileHandle): Promise<Buffer | undefined> {
  const buffer = Buffer.alloc(4096);
  try {
    const { bytesRead } = await pipe.read(buffer, 0, buffer.length, null);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined;
    throw error;
  }
}
