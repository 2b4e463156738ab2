import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseBlocks, readBlocks, listPages } from './blocks.js';
import { listSteps, commandSteps, stepsInOtherTests, listBookSteps } from './steps.js';

const root = join(import.meta.dirname, '..', '..');

test('parseBlocks finds the step of each block, and whether the paragraph above marks the block as untried', () => {
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
  const blocks = parseBlocks('page.md', text.join('\n'));
  expect(
    blocks.map(({ line, text, triedBy, isMarkedUntried }) => [
      line,
      text,
      triedBy,
      isMarkedUntried,
    ]),
  ).toEqual([
    [4, 'a\n', 'one', false],
    [12, 'b\n', undefined, false],
    [17, 'c\n', undefined, true],
  ]);
});

test('every block is tried, or the paragraph above marks it as untried', async () => {
  const steps = await listSteps();
  const unmarked = listPages()
    .flatMap(readBlocks)
    .filter(({ triedBy, isMarkedUntried }) =>
      triedBy === undefined ? !isMarkedUntried : isMarkedUntried || !steps.has(triedBy),
    )
    .map(({ file, line, triedBy }) => `${file}:${line} ${triedBy ?? ''}`);
  expect(unmarked).toEqual([]);
});

test('every step tries exactly one block', async () => {
  const tried = listPages()
    .flatMap(readBlocks)
    .flatMap(({ triedBy }) => triedBy ?? []);
  expect(tried.toSorted()).toEqual([...(await listSteps())].toSorted());
});

test('each file in stepsInOtherTests matches its pattern', async () => {
  for (const { file, has } of Object.values(stepsInOtherTests)) {
    expect(await readFile(join(root, file), 'utf8')).toMatch(has);
  }
});

test('CI runs the book', async () => {
  expect(await readFile(join(root, '.ci/run'), 'utf8')).toMatch(/^npm run book$/m);
});

test('no step of the book is also tried in another file', async () => {
  const bookSteps = await listBookSteps();
  const otherSteps = [...commandSteps, ...Object.keys(stepsInOtherTests)];
  expect(otherSteps.filter((name) => bookSteps.has(name))).toEqual([]);
});
