import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { createHelpPage, helpLanguages } from './helpPage.mjs';

const folder = import.meta.dirname;
const browser = join(folder, 'server/page/browser');

export async function bundlePage({ write }) {
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: {
      page: join(browser, 'main.tsx'),
      events: join(browser, 'eventWorker.ts'),
      help: join(browser, 'style/help.css'),
    },
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    splitting: true,
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
  if (write) await writeDocuments(metafile.outputs);
  return metafile;
}

/** The colours, type and spacing that page and report share. */
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

async function writeDocuments(outputs) {
  const findOutput = (prefix, suffix) =>
    Object.keys(outputs).find((path) => {
      const name = basename(path);
      return name.startsWith(prefix) && name.endsWith(suffix);
    });
  const script = findOutput('page-', '.js');
  // Without these links, a browser would request the script's imports only after it has loaded the script.
  const preloads = outputs[script].imports
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path }) => `<link rel="modulepreload" href="${toAddress(path)}" />`);
  const document = await readFile(join(browser, 'index.html'), 'utf8');
  const dist = join(folder, 'dist/page');
  await mkdir(dist, { recursive: true });
  await writeFile(
    join(dist, 'index.html'),
    document
      .replace('STYLE', toAddress(findOutput('page-', '.css')))
      .replace('SCRIPT', toAddress(script))
      .replace('EVENTS', toAddress(findOutput('events-', '.js')))
      .replace('</head>', `${preloads.join('')}</head>`),
  );
  const helpStyle = toAddress(findOutput('help-', '.css'));
  for (const language of helpLanguages) {
    const help = await createHelpPage(language, helpStyle);
    await writeFile(join(dist, `help-${language}.html`), help);
  }
}

function toAddress(path) {
  return `/page/${basename(path)}`;
}
