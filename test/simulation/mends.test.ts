import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const { mends } = (await import(new URL('mends.mjs', import.meta.url).href)) as {
  mends: readonly { rule: string; file: string; code: string; shownBy?: string }[];
};
const root = fileURLToPath(new URL('../../', import.meta.url));

// `npm run simulate:mutants` replaces this code to remove the rule.
test.each(mends)('the file contains the code of a rule exactly once: $rule', ({ file, code }) => {
  expect(readFileSync(root + file, 'utf8').split(code)).toHaveLength(2);
});

test.each(mends.filter(({ shownBy }) => shownBy !== undefined))(
  'the test of a rule exists: $rule',
  ({ shownBy = '' }) => {
    expect(existsSync(root + shownBy)).toBe(true);
  },
);
