import { expect, test } from 'vitest';
import { restrictMode } from '../../../sheets/files/privacy.js';

const [ownGroup, otherGroup] = [1000, 2000];

const modes: [title: string, sheetMode: number, mode: number, gid: number, expected: number][] = [
  ['a file beside a private sheet is private', 0o600, 0o644, ownGroup, 0o600],
  ['a file beside a group-readable sheet is readable by that group', 0o640, 0o664, ownGroup, 0o640],
  [
    'a file of another group beside a group-readable sheet is private',
    0o640,
    0o664,
    otherGroup,
    0o600,
  ],
  [
    'a file of another group beside a sheet that all may read is readable by all',
    0o644,
    0o664,
    otherGroup,
    0o644,
  ],
  ['a file that is more private than its sheet keeps its mode', 0o644, 0o600, ownGroup, 0o600],
  [
    'a file beside a sheet that nobody may write is writable by its owner',
    0o444,
    0o644,
    ownGroup,
    0o644,
  ],
  [
    'a file beside a sheet that all may write gets no further permissions',
    0o666,
    0o644,
    ownGroup,
    0o644,
  ],
];
test.each(modes)('%s', (_title, sheetMode, mode, gid, expected) => {
  expect(restrictMode({ mode: sheetMode, gid: ownGroup }, mode, gid).toString(8)).toBe(
    expected.toString(8),
  );
});
