import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { folderWith, rwa } from './rwaUnderTest.js';

/** Returns the completions of the last word in a folder with some files. */
async function completeInBash(...words: string[]): Promise<string[]> {
  const files = { 'my hires.xlsx': '', 'trips.csv': '', 'notes.md': '', 'columns.json': '' };
  const folder = await folderWith(files);
  const { code, out } = await rwa(folder, ['completion', 'bash']);
  expect(code).toBe(0);
  const typed = ['rwa', ...words];
  const script = `${out}
COMP_WORDS=(${typed.map((word) => `'${word}'`).join(' ')}) COMP_CWORD=${typed.length - 1}
_rwa
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const bash = spawnSync('bash', ['--norc', '-eu', '-c', script], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(bash.stderr).toBe('');
  return bash.stdout
    .split('\n')
    .filter((word) => word !== '')
    .toSorted();
}

test('bash completes commands, options, file names and the choices of an option', async () => {
  expect(await completeInBash('re')).toEqual(['reassess', 'remove-access', 'report', 'resolve']);
  expect(await completeInBash('assess', '--tok')).toEqual(['--token-file']);
  expect(await completeInBash('assess', '')).toEqual(['my hires.xlsx', 'trips.csv']);
  expect(await completeInBash('assess', '--yes', 'tr')).toEqual(['trips.csv']);
  expect(await completeInBash('assess', '--columns', 'c')).toEqual(['columns.json']);
  expect(await completeInBash('check', 'trips.csv', '--date-format', '')).toEqual(['dmy', 'mdy']);
  expect(await completeInBash('status', '--for', 'i')).toEqual(['invite']);
  expect(await completeInBash('assess', '--rate', '')).toEqual([]);
  expect(await completeInBash('help', 'unl')).toEqual(['unlock']);
  expect(await completeInBash('serve', 'mo')).toEqual(['move']);
  expect(await completeInBash('serve', 'move', '--fr')).toEqual(['--from']);
  const statusOptions = ['--health-host', '--health-port', '--help', '--json'];
  expect(await completeInBash('serve', 'status', '--')).toEqual(statusOptions);
  expect(await completeInBash('serve', 'migrate', '--da')).toEqual(['--data', '--database-file']);
  expect(await completeInBash('serve', 'check', '--health-p')).toEqual(['--health-port']);
  expect(await completeInBash('completion', '')).toEqual(['bash', 'fish', 'zsh']);
});

test('an unsupported shell is refused, and the message lists the supported ones', async () => {
  const { code, err } = await rwa('/', ['completion', 'cmd']);
  expect([code, err]).toEqual([2, expect.stringContaining('bash, zsh, fish')]);
});

test('the fish script distinguishes rwa status from rwa serve status', async () => {
  const { code, out } = await rwa('/', ['completion', 'fish']);
  expect(code).toBe(0);
  const findConditions = (option: string) =>
    [...out.matchAll(/^complete -c rwa -n '([^']*)' -l (\S+)/gm)]
      .filter(([, , name]) => name === option)
      .map(([, condition]) => condition);
  expect(findConditions('exit-code')).toEqual(['__rwa_is "status"']);
  expect(findConditions('health-port')).toContain('__rwa_is "serve status"');
  expect(findConditions('health-port')).not.toContain('__rwa_is "status"');
});
