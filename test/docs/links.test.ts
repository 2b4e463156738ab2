import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { brokenLinks } from './links.js';

const root = join(import.meta.dirname, '..', '..');

const pages = globSync(
  ['*.md', '{docs,docs/decisions,sandbox,samples,batch,client,sheets,.github}/*.md'],
  { cwd: root },
);

test.each(pages)('%s has no link that leads nowhere', (page) => {
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    repository: { url: string };
  };
  const url = repository.url.replace(/^git\+|\.git$/g, '');
  const where = { folder: root, checkout: root, repository: url };
  expect(brokenLinks(join(root, page), where)).toEqual([]);
});

test('no page and no sample tells to let npx fetch a package that is not ours', () => {
  const files = [...pages, ...globSync('samples/**/*.{mjs,mts,json}', { cwd: root })];
  const told = files.filter((file) =>
    /npx (?:rwa|remote-work-assessment)\b/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(told).toEqual([]);
});
