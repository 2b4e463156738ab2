import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Context, Hono } from 'hono';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** One file of the page, as it is sent. */
interface PageFile {
  readonly plain: Uint8Array<ArrayBuffer>;
  /** By the encodings that a browser may accept, the smallest first. */
  readonly packed: Readonly<Record<'br' | 'gzip', Uint8Array<ArrayBuffer>>>;
  readonly etag: string;
  readonly type: string;
}

/** Adds the page: its files, and the same document for every address of a screen. */
export function addPage(app: Hono): void {
  app.get('/page/:name', (context) => {
    const file = pageFiles().get(context.req.param('name'));
    // Its name has a hash of its contents in it.
    return file === undefined
      ? context.text('There is no such file.', 404)
      : answer(context, file, 'public, max-age=31536000, immutable');
  });
  app.get('/*', (context) => {
    const file = pageFiles().get('index.html');
    return file === undefined
      ? context.text('The page is not built. Run npm run build:batch.', 404)
      : answer(context, file, 'no-cache');
  });
}

function answer({ req }: Context, file: PageFile, caching: string): Response {
  const headers = {
    'Cache-Control': caching,
    'Content-Type': file.type,
    ETag: file.etag,
    Vary: 'Accept-Encoding',
  };
  if (req.header('If-None-Match')?.includes(file.etag) === true) {
    return new Response(null, { status: 304, headers });
  }
  const accepted = req.header('Accept-Encoding') ?? '';
  for (const [encoding, packed] of Object.entries(file.packed)) {
    if (!new RegExp(`\\b${encoding}\\b`).test(accepted)) continue;
    return new Response(packed, { headers: { ...headers, 'Content-Encoding': encoding } });
  }
  return new Response(file.plain, { headers });
}

let read: ReadonlyMap<string, PageFile> | undefined;

/** The files of the page by their names: few and small, so they stay in memory. */
function pageFiles(): ReadonlyMap<string, PageFile> {
  if (read !== undefined) return read;
  // Beside the bundle, and where the bundle would be when this runs from its source.
  const folder = [
    join(import.meta.dirname, 'page'),
    join(import.meta.dirname, '../../dist/page'),
  ].find((each) => existsSync(join(each, 'index.html')));
  if (folder === undefined) return new Map();
  read = new Map(readdirSync(folder).map((name) => [name, pageFile(join(folder, name))]));
  return read;
}

function pageFile(path: string): PageFile {
  const plain = new Uint8Array(readFileSync(path));
  return {
    plain,
    packed: {
      br: new Uint8Array(brotliCompressSync(plain)),
      gzip: new Uint8Array(gzipSync(plain)),
    },
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    type: types[extname(path)] ?? 'application/octet-stream',
  };
}
