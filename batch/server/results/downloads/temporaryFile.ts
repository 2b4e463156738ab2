import { randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

/** The folder of a data folder in which downloads are made; what a process that ended has left is deleted. */
export function prepareDownloads(folder: string): void {
  const downloads = downloadsFolder(folder);
  mkdirSync(downloads, { recursive: true, mode: 0o700 });
  for (const left of readdirSync(downloads)) {
    rmSync(join(downloads, left), { recursive: true, force: true });
  }
}

/** Returns a path for a new file, with a random name. */
export function temporaryFile(folder: string, extension: string): string {
  const downloads = downloadsFolder(folder);
  mkdirSync(downloads, { recursive: true, mode: 0o700 });
  return join(downloads, `${randomUUID()}${extension}`);
}

/** The content of a file, which is deleted when it was read to its end, or nobody reads it any more. */
export async function contentOnce(
  path: string,
): Promise<{ readonly body: ReadableStream<Uint8Array>; readonly bytes: number }> {
  const { size } = await stat(path);
  const stream = createReadStream(path);
  stream.once('close', () => {
    void rm(path, { force: true });
  });
  return { body: Readable.toWeb(stream) as ReadableStream<Uint8Array>, bytes: size };
}

function downloadsFolder(folder: string): string {
  return join(folder, 'downloads');
}
