import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findBrokenLinks } from './links.js';

const root = join(import.meta.dirname, '..', '..');

const pages = globSync(
  ['*.md', '{docs,docs/decisions,sandbox,samples,batch,client,sheets,.github}/*.md'],
  { cwd: root },
);

test.each(pages)('%s has no broken link', (page) => {
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    repository: { url: string };
  };
  const url = repository.url.replace(/^git\+|\.git$/g, '');
  const locations = { folder: root, checkout: root, repository: url };
  expect(findBrokenLinks(join(root, page), locations)).toEqual([]);
});

test('no page or sample advises an npx command that would download an unrelated package', () => {
  const files = [...pages, ...globSync('samples/**/*.{mjs,mts,json}', { cwd: root })];
  const found = files.filter((file) =>
    /npx (?:rwa|remote-work-assessment)\b/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(found).toEqual([]);
});
