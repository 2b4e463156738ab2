import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Context, Hono } from 'hono';
import { accepts } from 'hono/accepts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** The documents by their paths, the one of all screens last. Their names contain no hash. */
const documents = [
  ['/help', 'help.html'],
  ['/*', 'index.html'],
] as const;

interface PageFile {
  readonly plain: Uint8Array<ArrayBuffer>;
  /** The compressed file by encoding, the smallest first. */
  readonly packed: Readonly<Record<'br' | 'gzip', Uint8Array<ArrayBuffer>>>;
  readonly etag: string;
  readonly type: string;
}

/** Adds the page: its files, the help, and the same document for every address of a screen. */
export function addPage(app: Hono): void {
  app.get('/page/:name', async (context) => {
    const name = context.req.param('name');
    const isDocument = documents.some(([, document]) => document === name);
    const file = isDocument ? undefined : (await getPageFiles()).get(name);
    // The name contains a hash of the contents, so browsers may cache the file for ever.
    return file === undefined
      ? context.text('There is no such file.', 404)
      : createResponse(context, file, 'public, max-age=31536000, immutable');
  });
  for (const [path, name] of documents) {
    app.get(path, async (context) => {
      const file = (await getPageFiles()).get(name);
      return file === undefined
        ? context.text('The page is not built. Run npm run build:batch.', 404)
        : createResponse(context, file, 'no-cache');
    });
  }
}

function createResponse(context: Context, file: PageFile, caching: string): Response {
  const headers = {
    'Cache-Control': caching,
    'Content-Type': file.type,
    ETag: file.etag,
    Vary: 'Accept-Encoding',
  };
  if (context.req.header('If-None-Match')?.includes(file.etag) === true) {
    return new Response(null, { status: 304, headers });
  }
  const encoding = accepts(context, {
    header: 'Accept-Encoding',
    supports: Object.keys(file.packed),
    default: 'identity',
    match: (accepted, { supports, default: plain }) =>
      supports.find((each) => accepted.some(({ type, q }) => type === each && q > 0)) ?? plain,
  });
  if (encoding !== 'br' && encoding !== 'gzip') return new Response(file.plain, { headers });
  return new Response(file.packed[encoding], {
    headers: { ...headers, 'Content-Encoding': encoding },
  });
}

let read: Promise<ReadonlyMap<string, PageFile>> | undefined;

/** Returns the files of the page by their names. They are few and small, so they stay in memory. */
async function getPageFiles(): Promise<ReadonlyMap<string, PageFile>> {
  if (read !== undefined) return read;
  // The second place is for tests, which run this file from its source.
  const folder = [
    join(import.meta.dirname, 'page'),
    join(import.meta.dirname, '../../dist/page'),
  ].find((each) => existsSync(join(each, 'index.html')));
  if (folder === undefined) return new Map();
  read = readFiles(folder).catch((error: unknown) => {
    read = undefined;
    throw error;
  });
  return read;
}

async function readFiles(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  const files = new Map<string, PageFile>();
  for (const name of await readdir(folder)) files.set(name, await readPageFile(join(folder, name)));
  return files;
}

// Asynchronous, so that other requests are answered meanwhile: brotli is slow.
const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

async function readPageFile(path: string): Promise<PageFile> {
  const plain = new Uint8Array(await readFile(path));
  return {
    plain,
    packed: {
      br: new Uint8Array(await compress.br(plain)),
      gzip: new Uint8Array(await compress.gzip(plain)),
    },
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    type: types[extname(path)] ?? 'application/octet-stream',
  };
}
