import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../batch/testFolder.js';
import { readBlocks } from './blocks.js';

/** Runs the script of docs/schedules.md with an `rwa` that exits with given codes. Returns its calls and exit code. */
function runJob(...codes: number[]): { code: number | null; began: string[] } {
  const folder = testFolder();
  const at = (name: string) => join(folder, name);
  const job = readBlocks('docs/schedules.md').find(({ triedBy }) => triedBy === 'job')?.text ?? '';
  writeFileSync(at('job'), job.replace('/srv/hr', folder).replace('/etc/rwa/env', at('env')));
  writeFileSync(at('env'), `CODES='${codes.join(' ')}'\n`);
  const rwa = `#!/bin/sh\necho "$1" >> began\nset -- $CODES\n[ $(wc -l < began) = 1 ] || shift\nexit $1\n`;
  writeFileSync(at('rwa'), rwa, { mode: 0o755 });
  const { PATH = '' } = process.env;
  const { status } = spawnSync('sh', [at('job')], { env: { PATH: `${folder}:${PATH}` } });
  return { code: status, began: readFileSync(at('began'), 'utf8').trim().split('\n') };
}

// Exit codes from the most severe one, as in docs/schedules.md. Other codes, such as 1, have priority over them.
const order = [1, 5, 6, 4, 75, 3, 7, 0];
const pairs = order.flatMap((moreSevere, at) =>
  order.slice(at).map((other) => [moreSevere, other] as const),
);
test.each(pairs)(
  'the scheduled job exits with %i if the other command exits with %i',
  (moreSevere, other) => {
    const both = ['assess', 'reassess'];
    expect(runJob(moreSevere, other)).toEqual({ code: moreSevere, began: both });
    expect(runJob(other, moreSevere)).toEqual({ code: moreSevere, began: both });
  },
);

test('every scheduled command that assesses rows again names its round', () => {
  const lines = readBlocks('docs/schedules.md').flatMap(({ text }) => text.split('\n'));
  const scheduled = lines.filter((line) => /\breassess\b/.test(line));
  expect(scheduled.length).toBeGreaterThan(2);
  expect(scheduled.filter((line) => !line.includes('--round'))).toEqual([]);
});

test.each([130, 137])(
  'the scheduled job starts no other command after exit code %i of a signal',
  (code) => {
    expect(runJob(code, 0)).toEqual({ code, began: ['assess'] });
    expect(runJob(3, code)).toEqual({ code, began: ['assess', 'reassess'] });
  },
);
