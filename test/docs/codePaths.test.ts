import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const sources = '{batch,client,docs,nodes,samples,sandbox,scripts,sheets,src,test}/**';

/** The files and folders that a document may name. It may write only the end of a path. */
const paths = globSync(sources, {
  cwd: root,
  exclude: (path) => /(^|\/)(dist|node_modules)$/.test(path),
});

/** Matches the name of a file or folder in backquotes, such as `run/limiter.ts` or `batch/http/`. */
const pathInBackquotes = /`(\w[\w./-]*\.(?:json|jsonl|md|mjs|mts|ts|tsx|txt)|[\w./-]+\/)`/g;

test.each(['docs/architecture.md', 'docs/contributing.md', 'docs/contract.md'])(
  'each file and folder that %s names in backquotes exists',
  (page) => {
    const names = Array.from(
      readFileSync(join(root, page), 'utf8').matchAll(pathInBackquotes),
      ([, name = '']) => name.replace(/\/$/, ''),
    );
    const exists = (name: string) =>
      paths.some((path) => path === name || path.endsWith(`/${name}`)) ||
      globSync(name, { cwd: root }).length > 0;
    expect(names.filter((name) => !exists(name))).toEqual([]);
  },
);
