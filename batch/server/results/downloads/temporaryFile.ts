import { randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { toHarmlessName } from '../../sheets/files/harmlessName.js';

/** Creates the folder for downloads, and deletes the files that an earlier process left in it. */
export function prepareDownloads(folder: string): void {
  const downloads = toDownloadsFolder(folder);
  mkdirSync(downloads, { recursive: true, mode: 0o700 });
  for (const leftover of readdirSync(downloads)) {
    rmSync(join(downloads, leftover), { recursive: true, force: true });
  }
}

export function createTemporaryPath(folder: string, extension: string): string {
  const downloads = toDownloadsFolder(folder);
  mkdirSync(downloads, { recursive: true, mode: 0o700 });
  return join(downloads, `${randomUUID()}${extension}`);
}

/** Deletes the file when all of it has been read, or the reader has cancelled. */
export async function readOnce(
  path: string,
): Promise<{ readonly body: ReadableStream<Uint8Array>; readonly bytes: number }> {
  const { size } = await stat(path);
  const stream = createReadStream(path);
  stream.once('close', () => {
    void rm(path, { force: true });
  });
  return { body: Readable.toWeb(stream) as ReadableStream<Uint8Array>, bytes: size };
}

export async function answerWithFile(
  folder: string,
  extension: string,
  write: (path: string) => Promise<void>,
  { name, type }: { readonly name: string; readonly type: string },
): Promise<Response> {
  const path = createTemporaryPath(folder, extension);
  try {
    await write(path);
    const { body, bytes } = await readOnce(path);
    return new Response(body, {
      headers: { ...createAttachmentHeaders(name, type), 'Content-Length': String(bytes) },
    });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

function toDownloadsFolder(folder: string): string {
  return join(folder, 'downloads');
}

/** The headers make a browser save a file, and not show it, run it or guess its type. */
export function createAttachmentHeaders(name: string, type: string): Record<string, string> {
  return {
    'Content-Type': type,
    'Content-Disposition': formatContentDisposition(toHarmlessName(name)),
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  };
}

/** Contains the name as in RFC 5987, and in ASCII for programs that do not support this RFC. */
function formatContentDisposition(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w.() -]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
