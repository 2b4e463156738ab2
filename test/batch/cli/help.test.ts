import { expect, test } from 'vitest';
import { commands } from '../../../batch/cli/commands/commandList.js';
import { folderWith, rwa } from './rwaUnderTest.js';

// The one place that has the wording of the help. `npx vitest run -u` writes it anew.
test('the help of rwa and of each command is worded as in help.txt', async () => {
  const folder = await folderWith();
  const shown: string[] = [];
  const own = Object.keys(commands).map((name) => [name, '--help']);
  for (const args of [['--help'], ...own, ['serve', 'move', '--help']]) {
    const { code, out } = await rwa(folder, args);
    expect(code).toBe(0);
    shown.push(`$ rwa ${args.join(' ')}\n${out.trimEnd()}\n`);
  }
  const help = shown.join('\n\n');
  await expect(help).toMatchFileSnapshot('help.txt');
  expect(help.split('\n').filter((line) => line.length > 80)).toEqual([]);
});
