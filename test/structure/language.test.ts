import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, expect, test } from 'vitest';
import languageRule, { findOddProse } from '../../scripts/languageRule.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

function lint(code: string): string[] {
  const config = {
    files: ['**/*.tsx'],
    languageOptions: {
      parser: tseslint.parser as Linter.Parser,
      parserOptions: { ecmaFeatures: { jsx: true } },
    },
    plugins: { language: languageRule },
    rules: { 'language/plain': 'error' as const },
  };
  return new Linter().verify(code, [config], 'a.tsx').map(({ message }) => message);
}

describe('language/plain', () => {
  test.each([
    ['// Who takes a slice asks first.', 'begin with an actor'],
    ['// What is sent stays there.', 'begin with an actor'],
    ['// So many rows are read together.', 'name the limit'],
    ['// Nothing for a row that is hidden.', 'state it positively'],
    ['// Of a row that was deleted before.', 'begin with the noun'],
    ['// The sheet tells which rows are left.', 'things return'],
    ['// The columns of ours come last here.', 'plain verb'],
    ['// Files go to whoever starts the run.', 'name the actor'],
    ['// The row is of another sheet here.', 'belongs to'],
    ['// Where there is no journal, it ends.', '"if" for a condition'],
    ['/**\n * Reads rows.\n * Whoever is first\n * gets the lock.\n */', 'begin with an actor'],
    ['// Reads rows. Whoever is\n// first gets the lock.', 'begin with an actor'],
    ['// See RowRoom.', 'RowRoom was replaced by InFlightRows'],
    ['class RowRoom {}', 'RowRoom was replaced by InFlightRows'],
    ['function rowsOf() {}', 'with a verb'],
    ['const rowsOf = () => [];', 'with a verb'],
    ['use({ ...{ a, b } });', 'instead of spreading'],
    ['const x = <Field {...{ a, b }} />;', 'instead of spreading'],
    ['use([...[a, b]]);', 'instead of spreading'],
    ['use(...([a, b] as const));', 'instead of spreading'],
  ])('reports %j', (code, advice) => {
    expect(lint(code)).toEqual([expect.stringContaining(advice)]);
  });

  test.each([
    '// Returns undefined for hidden rows.',
    '// What if the sheet was renamed meanwhile?',
    '// Follows "Whoever sends it again has to wait.", a message.',
    'use({ ...rest, ...(a === undefined ? {} : { a }) });',
    'const valueOfIt = 1;',
    'use([...names.map((name) => [name])]);',
  ])('accepts %j', (code) => {
    expect(lint(code)).toEqual([]);
  });
});

test('reports odd sentences in Markdown, but not in headings and code', () => {
  const source = [
    '# What it connects to when it starts',
    'Whoever starts it owns the file.',
    '```',
    'Whoever starts it owns the file.',
    '```',
    '| file | owner |\n| the log | whoever created it, by hand |',
    '- The files are of another folder.',
  ];
  expect(findOddProse(source.join('\n\n'))).toEqual([
    expect.stringContaining('"Whoever starts'),
    expect.stringContaining('"whoever created'),
    expect.stringContaining('"The files are'),
  ]);
});

test('no document contains an odd sentence', async () => {
  const documents = glob('{*,.github/**/*,batch/*,client/*,docs/**/*,sandbox/*,sheets/*}.md', {
    cwd: root,
  });
  const found: string[] = [];
  let count = 0;
  for await (const path of documents) {
    count += 1;
    const text = await readFile(join(root, path), 'utf8');
    found.push(...findOddProse(text).map((advice) => `${path}: ${advice}`));
  }
  expect(count).toBeGreaterThan(30);
  expect(found).toEqual([]);
});
