import { randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { harmlessName } from '../../sheets/files/harmlessName.js';

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

/** Answers with a file that `write` writes to a {@link temporaryFile}. Deletes it if it cannot be written. */
export async function fileResponse(
  folder: string,
  extension: string,
  write: (path: string) => Promise<void>,
  { name, type }: { readonly name: string; readonly type: string },
): Promise<Response> {
  const path = temporaryFile(folder, extension);
  try {
    await write(path);
    const { body, bytes } = await contentOnce(path);
    return new Response(body, {
      headers: { ...attachmentHeaders(name, type), 'Content-Length': String(bytes) },
    });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

function downloadsFolder(folder: string): string {
  return join(folder, 'downloads');
}

/** The headers of a file to save: no browser shows it, runs it, or takes it for something else. */
export function attachmentHeaders(name: string, type: string): Record<string, string> {
  return {
    'Content-Type': type,
    'Content-Disposition': contentDisposition(harmlessName(name)),
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  };
}

/** With the name as RFC 5987 writes it, and in plain letters for what does not know that. */
function contentDisposition(name: string): string {
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
