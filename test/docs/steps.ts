import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Blocks of the README that `readme.test.ts` tries. */
export const inReadme = [
  'readme-first',
  'readme-commands',
  'readme-reassess',
  'readme-decisions',
  'readme-report',
] as const;

/** Blocks that something else in this checkout tries: the file, and what in it does so. */
export const elsewhere: Readonly<Record<string, { readonly file: string; readonly has: RegExp }>> =
  {
    gate: { file: '.ci/run', has: /^npm ci\nnpm test\nnpm run demo$/m },
    'readme-typescript': { file: 'test/batch/readme.test.ts', has: /```ts/ },
    'n8n-install': { file: 'test/e2e/n8n.mjs', has: /'npm', \['install', tarball/ },
  };

const book = join(import.meta.dirname, 'book', 'pages');

/** Blocks that `npm run book` tries on a machine of its own. */
export async function inBook(): Promise<ReadonlySet<string>> {
  const names = readdirSync(book).map(async (file) => {
    const url = pathToFileURL(join(book, file)).href;
    const { steps } = (await import(url)) as { steps: Record<string, unknown> };
    return Object.keys(steps);
  });
  return new Set((await Promise.all(names)).flat());
}

/** All that tries a block. */
export async function allSteps(): Promise<ReadonlySet<string>> {
  return new Set([...inReadme, ...Object.keys(elsewhere), ...(await inBook())]);
}
