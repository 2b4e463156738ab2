// Bundles the page: two scripts and one style sheet, named by their contents, and one document.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

const folder = import.meta.dirname;
const browser = join(folder, 'server/page/browser');

/** Bundles the page into `dist/page`, or only in memory. Returns the build's metafile. */
export async function bundlePage({ write }) {
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: { page: join(browser, 'main.tsx'), events: join(browser, 'eventWorker.ts') },
    entryNames: '[name]-[hash]',
    outdir: 'dist/page',
    bundle: true,
    minify: true,
    platform: 'browser',
    target: ['chrome120', 'firefox121', 'safari17'],
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfig: join(browser, 'tsconfig.json'),
    plugins: [sharedTokens],
    legalComments: 'none',
    metafile: true,
    write,
    logLevel: 'warning',
  });
  if (write) await writeDocument(Object.keys(metafile.outputs).map((path) => basename(path)));
  return metafile;
}

/** Resolves `@import 'tokens.css'`: the colours, type and spacing that page and report share. */
const sharedTokens = {
  name: 'shared tokens',
  setup(builder) {
    builder.onResolve({ filter: /^tokens\.css$/ }, () => ({
      path: 'tokens.css',
      namespace: 'tokens',
    }));
    builder.onLoad({ filter: /.*/, namespace: 'tokens' }, async () => {
      const { outputFiles } = await build({
        entryPoints: [join(folder, 'report/tokens.ts')],
        bundle: true,
        platform: 'node',
        format: 'esm',
        write: false,
      });
      const module = await import(
        `data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`
      );
      return { contents: module.tokens, loader: 'css' };
    });
  },
};

async function writeDocument(names) {
  const named = (part, end) =>
    `/page/${names.find((name) => name.startsWith(part) && name.endsWith(end))}`;
  const document = await readFile(join(browser, 'index.html'), 'utf8');
  const dist = join(folder, 'dist/page');
  await mkdir(dist, { recursive: true });
  await writeFile(
    join(dist, 'index.html'),
    document
      .replace('STYLE', named('page-', '.css'))
      .replace('SCRIPT', named('page-', '.js'))
      .replace('EVENTS', named('events-', '.js')),
  );
}
