import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const { mends } = (await import(new URL('mends.mjs', import.meta.url).href)) as {
  mends: readonly { what: string; file: string; is: string; shownBy?: string }[];
};
const root = fileURLToPath(new URL('../../', import.meta.url));

// `npm run simulate:mutants` replaces this text to remove the rule.
test.each(mends)('the text of a rule is in the code once: $what', ({ file, is }) => {
  expect(readFileSync(root + file, 'utf8').split(is)).toHaveLength(2);
});

test.each(mends.filter(({ shownBy }) => shownBy !== undefined))(
  'the test of a rule exists: $what',
  ({ shownBy = '' }) => {
    expect(existsSync(root + shownBy)).toBe(true);
  },
);
