import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const { mends } = (await import(new URL('mends.mjs', import.meta.url).href)) as {
  mends: readonly { what: string; file: string; is: string; shownBy?: string }[];
};
const root = fileURLToPath(new URL('../../', import.meta.url));

// `npm run simulate:mutants` removes the rule by replacing this text.
test.each(mends)('$what: its text is in the code exactly once', ({ file, is }) => {
  expect(readFileSync(root + file, 'utf8').split(is)).toHaveLength(2);
});

test.each(mends.filter(({ shownBy }) => shownBy !== undefined))(
  '$what: no story shows it, but a test that is there',
  ({ shownBy = '' }) => {
    expect(existsSync(root + shownBy)).toBe(true);
  },
);
