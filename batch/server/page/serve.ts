import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Context, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { readPage } from '../builtFiles.js';

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

let prepared: Promise<ReadonlyMap<string, PageFile>> | undefined;

/** Returns the files of the page by their names. They are few and small, so they stay in memory. */
function getPageFiles(): Promise<ReadonlyMap<string, PageFile>> {
  prepared ??= preparePageFiles().catch((error: unknown) => {
    prepared = undefined;
    throw error;
  });
  return prepared;
}

async function preparePageFiles(): Promise<ReadonlyMap<string, PageFile>> {
  const files = new Map<string, PageFile>();
  for (const [name, plain] of await readPage()) files.set(name, await preparePageFile(name, plain));
  return files;
}

// Asynchronous, so that other requests are answered meanwhile: brotli is slow.
const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

async function preparePageFile(name: string, plain: PageFile['plain']): Promise<PageFile> {
  return {
    plain,
    packed: {
      br: new Uint8Array(await compress.br(plain)),
      gzip: new Uint8Array(await compress.gzip(plain)),
    },
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    type: types[extname(name)] ?? 'application/octet-stream',
  };
}
