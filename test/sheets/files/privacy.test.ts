import { expect, test } from 'vitest';
import { restrictMode } from '../../../sheets/files/privacy.js';

const [own, foreign] = [1000, 2000];

// The mode of the sheet, the mode and group of the file, and the resulting mode.
const modes: [string, number, number, number, number][] = [
  ['a private sheet makes everything private', 0o600, 0o644, own, 0o600],
  ['a sheet for its group is for the group', 0o640, 0o664, own, 0o640],
  ['the members of another group are others', 0o640, 0o664, foreign, 0o600],
  ['what all may read is for other groups, too', 0o644, 0o664, foreign, 0o644],
  ['a narrower file stays so', 0o644, 0o600, own, 0o600],
  ['a sheet that nobody may write to still gives a file to its owner', 0o444, 0o644, own, 0o644],
  ['a public sheet widens nothing', 0o666, 0o644, own, 0o644],
];
test.each(modes)('%s', (_name, sheet, mode, gid, left) => {
  expect(restrictMode({ mode: sheet, gid: own }, mode, gid).toString(8)).toBe(left.toString(8));
});
