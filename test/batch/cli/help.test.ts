import { expect, test } from 'vitest';
import { commands } from '../../../batch/cli/commands/commandList.js';
import { folderWith, rwa } from './rwaUnderTest.js';

// help.txt is a snapshot. `npx vitest run FILE --update` updates it.
test('the help of rwa and each command matches help.txt, and has lines of at most 80 characters', async () => {
  const folder = await folderWith();
  const texts: string[] = [];
  const commandArgs = Object.keys(commands).map((name) => [name, '--help']);
  const serveArgs = ['move', 'check', 'migrate', 'status'].map((name) => ['serve', name, '--help']);
  for (const args of [['--help'], ...commandArgs, ...serveArgs]) {
    const { code, out } = await rwa(folder, args);
    expect(code).toBe(0);
    texts.push(`$ rwa ${args.join(' ')}\n${out.trimEnd()}\n`);
  }
  const help = texts.join('\n\n');
  await expect(help).toMatchFileSnapshot('help.txt');
  expect(help.split('\n').filter((line) => line.length > 80)).toEqual([]);
});
