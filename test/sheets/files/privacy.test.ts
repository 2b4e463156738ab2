import { expect, test } from 'vitest';
import { restrictMode } from '../../../sheets/files/privacy.js';

/** The ID of the sheet's group, and that of another group. */
const [own, foreign] = [1000, 2000];

// The mode of the sheet, the mode and group of the file, and the resulting mode.
const modes: [string, number, number, number, number][] = [
  ['a file beside a private sheet is private', 0o600, 0o644, own, 0o600],
  ['a file beside a group-readable sheet is readable for that group', 0o640, 0o664, own, 0o640],
  [
    'a file of another group beside a group-readable sheet is private',
    0o640,
    0o664,
    foreign,
    0o600,
  ],
  [
    'a file of another group beside a sheet that all may read is readable for all',
    0o644,
    0o664,
    foreign,
    0o644,
  ],
  ['a file that is more private than its sheet keeps its mode', 0o644, 0o600, own, 0o600],
  [
    'a file beside a sheet that nobody may write is writable for its owner',
    0o444,
    0o644,
    own,
    0o644,
  ],
  [
    'a file beside a sheet that all may write gets no further permissions',
    0o666,
    0o644,
    own,
    0o644,
  ],
];
test.each(modes)('%s', (_name, sheet, mode, gid, expected) => {
  expect(restrictMode({ mode: sheet, gid: own }, mode, gid).toString(8)).toBe(expected.toString(8));
});
