import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blocksIn, readBlocks, pages } from './blocks.js';
import { allSteps, commandSteps, elsewhere, inBook } from './steps.js';

const root = join(import.meta.dirname, '..', '..');

test('a block has the name of its step, and whether the text above marks it as untried', () => {
  const text = [
    'Run this:',
    '',
    '<!-- tried: one -->',
    '```sh',
    'a',
    '```',
    '',
    'Not tried:',
    '',
    '- in a list',
    '',
    '  ```sh',
    '  b',
    '  ```',
    '',
    'That was not tried:',
    '```ini',
    'c',
    '```',
  ];
  const found = blocksIn('page.md', text.join('\n'));
  expect(
    found.map(({ line, text, triedBy, isMarkedUntried }) => [line, text, triedBy, isMarkedUntried]),
  ).toEqual([
    [4, 'a\n', 'one', false],
    [12, 'b\n', undefined, false],
    [17, 'c\n', undefined, true],
  ]);
});

test('every block is tried, or the text above it marks it as untried', async () => {
  const steps = await allSteps();
  const wrong = pages()
    .flatMap(readBlocks)
    .filter(({ triedBy, isMarkedUntried }) =>
      triedBy === undefined ? !isMarkedUntried : isMarkedUntried || !steps.has(triedBy),
    )
    .map(({ file, line, triedBy }) => `${file}:${line} ${triedBy ?? ''}`);
  expect(wrong).toEqual([]);
});

test('every step tries one block', async () => {
  const tried = pages()
    .flatMap(readBlocks)
    .flatMap(({ triedBy }) => triedBy ?? []);
  expect(tried.toSorted()).toEqual([...(await allSteps())].toSorted());
});

test('tests elsewhere that try a block contain the expected text', async () => {
  for (const { file, has } of Object.values(elsewhere)) {
    expect(await readFile(join(root, file), 'utf8')).toMatch(has);
  }
  expect(await readFile(join(root, '.ci/run'), 'utf8')).toMatch(/^npm run book$/m);
  const bookSteps = await inBook();
  const otherSteps = [...commandSteps, ...Object.keys(elsewhere)];
  expect(otherSteps.filter((name) => bookSteps.has(name))).toEqual([]);
});
