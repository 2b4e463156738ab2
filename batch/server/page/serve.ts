import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Context, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { readPage } from '../builtFiles.js';
import { type Language, languages } from '../contract/languages.js';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/**
 * The document for all screens is last, because its path matches every address. The names contain no hash, so browsers
 * must not use a cached copy without asking the server.
 */
const documents: readonly (readonly [path: string, name: string])[] = [
  ...languages.map((language) => [`/help/${language}`, `help-${language}.html`] as const),
  ['/*', 'index.html'],
];

interface PageFile {
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly compressed: Readonly<Record<'br' | 'gzip', Uint8Array<ArrayBuffer>>>;
  readonly etag: string;
  readonly type: string;
}

/** `/help` redirects to the help in the language of the reader. */
export function addPage(app: Hono, findLanguage: (context: Context) => Promise<Language>): void {
  app.get('/page/:name', async (context) => {
    const name = context.req.param('name');
    const isDocument = documents.some(([, document]) => document === name);
    const file = isDocument ? undefined : (await getPageFiles()).get(name);
    // The name contains a hash of the contents, so browsers may cache the file forever.
    return file === undefined
      ? context.text('There is no such file.', 404)
      : createResponse(context, file, 'public, max-age=31536000, immutable');
  });
  app.get('/help', async (context) => context.redirect(`/help/${await findLanguage(context)}`));
  for (const [path, name] of documents) {
    app.get(path, async (context) => {
      const file = (await getPageFiles()).get(name);
      return file === undefined
        ? context.text('The page is not built. Run npm run build:batch.', 404)
        : createResponse(context, file, 'no-cache');
    });
  }
}

function createResponse(context: Context, file: PageFile, cacheControl: string): Response {
  const headers = {
    'Cache-Control': cacheControl,
    'Content-Type': file.type,
    ETag: file.etag,
    Vary: 'Accept-Encoding',
  };
  if (context.req.header('If-None-Match')?.includes(file.etag) === true) {
    return new Response(null, { status: 304, headers });
  }
  const encoding = accepts(context, {
    header: 'Accept-Encoding',
    supports: Object.keys(file.compressed),
    default: 'identity',
    match: (accepted, { supports, default: identity }) =>
      supports.find((encoding) => accepted.some(({ type, q }) => type === encoding && q > 0)) ??
      identity,
  });
  if (encoding !== 'br' && encoding !== 'gzip') return new Response(file.plain, { headers });
  return new Response(file.compressed[encoding], {
    headers: { ...headers, 'Content-Encoding': encoding },
  });
}

let pageFiles: Promise<ReadonlyMap<string, PageFile>> | undefined;

/** The files are few and small, so they stay in memory. */
function getPageFiles(): Promise<ReadonlyMap<string, PageFile>> {
  pageFiles ??= preparePageFiles().catch((error: unknown) => {
    pageFiles = undefined;
    throw error;
  });
  return pageFiles;
}

async function preparePageFiles(): Promise<ReadonlyMap<string, PageFile>> {
  const files = new Map<string, PageFile>();
  for (const [name, plain] of await readPage()) files.set(name, await preparePageFile(name, plain));
  return files;
}

// The compression is asynchronous, because brotli is slow: the server answers other requests meanwhile.
const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

async function preparePageFile(name: string, plain: PageFile['plain']): Promise<PageFile> {
  return {
    plain,
    compressed: {
      br: new Uint8Array(await compress.br(plain)),
      gzip: new Uint8Array(await compress.gzip(plain)),
    },
    // 22 characters of the hash (132 bits) are enough to distinguish versions of a file.
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    type: types[extname(name)] ?? 'application/octet-stream',
  };
}
