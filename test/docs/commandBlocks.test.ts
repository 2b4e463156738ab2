import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type SandboxUnderTest, startTestSandbox } from '../sandbox/sandboxUnderTest.js';
import { operationCases } from '../batch/operations/testSheets.js';
import { toCsv, trip } from '../batch/cli/sheets.js';
import { toEnv, folderWith, rwa } from '../batch/cli/rwaUnderTest.js';
import { readBlocks, listPages } from './blocks.js';
import type { commandSteps } from './steps.js';

const samples = join(import.meta.dirname, '..', '..', 'samples');

interface Shell {
  readonly folder: string;
  readonly sandbox: SandboxUnderTest;
  /**
   * Runs the `rwa` commands of a block; each must exit with 0. `answers` has, by command, the options
   * that replace a person's answers. Resolves to the output of each command.
   */
  type: (block: string, answers?: Readonly<Record<string, string>>) => Promise<string[]>;
}

const steps: Record<(typeof commandSteps)[number], (shell: Shell, block: string) => Promise<void>> =
  {
    async 'cli-first'({ folder, type }, block) {
      await copyFile(join(samples, 'hires-2026-q4.xlsx'), join(folder, 'hires-2026-q4.xlsx'));
      const [output] = await type(block.replace('$ ', ''), { assess: '--yes' });
      expect(output).toMatch(/ scored$/m);
    },

    async 'cli-commands'({ folder, sandbox, type }, block) {
      await writeFile(join(folder, 'token'), `${sandbox.sandbox.tokens[0] ?? ''}\n`, {
        mode: 0o600,
      });
      const [before = '', after = ''] = block.split(/(?=^rwa check)/m);
      await type(before);
      // Fill in the template, like HR.
      await copyFile(join(samples, 'hires-2026-q4.xlsx'), join(folder, 'hires.xlsx'));
      const outputs = await type(after, { assess: '--yes', forget: '--yes' });
      expect(outputs[1]).toContain('No problem was found.');
      expect(outputs[2]).toMatch(/ scored$/m);
      const [status] = await type('rwa status hires.xlsx');
      expect(status).toMatch(/ 1 forgotten/);
    },

    async 'cli-reassess'({ folder, sandbox, type }, block) {
      await copyFile(join(samples, 'hires-2026-q4.xlsx'), join(folder, 'hires.xlsx'));
      await type('rwa assess hires.xlsx --yes');
      const outputs = await type(block, { reassess: '--yes' });
      expect(outputs.at(-2)).toContain('01015');
      expect(outputs.at(-1)).toMatch(/ rwa reassess, by .*\n {2}24 sent, 24 scored, round /);
      expect((await sandbox.readLedger()).requests.rwa_create).toBeGreaterThan(24);
    },

    async 'decisions-commands'({ folder, sandbox, type }, block) {
      // The block uses workbooks; a CSV file is enough for the test.
      const commands = block.replaceAll('.xlsx', '.csv');
      for (const { operation, createRows, readEffects, expectedEffects } of operationCases) {
        const line =
          commands.split('\n').find((text) => text.includes(` ${operation.command} `)) ?? '';
        const [file = ''] = /\S+[.]csv/.exec(line) ?? [];
        await writeFile(join(folder, file), toCsv(await createRows(sandbox)));
        await type(line, { [operation.command]: '--yes' });
        expect(await readEffects(sandbox)).toEqual(expectedEffects);
        await sandbox.control('POST reset');
      }
    },

    async 'several-file'({ folder, sandbox }) {
      await writeCompanies(folder, sandbox);
      const { code, out } = await rwa(folder, ['run', '--dry-run']);
      expect([code, out.match(/ to assess$/gm)]).toEqual([8, Array(3).fill(' to assess')]);
    },

    async 'several-commands'({ folder, sandbox, type }, block) {
      await writeCompanies(folder, sandbox);
      const [dryRun = '', ...others] = block.split('\n');
      expect(dryRun).toMatch(/^rwa run --dry-run +#/);
      const outputs = await type(others.join('\n'));
      expect(outputs.map((output) => output.match(/^ +0  /gm)?.length)).toEqual([5, 2, 1]);
    },

    async 'several-doctor'({ folder, sandbox, type }, block) {
      await writeCompanies(folder, sandbox);
      const [output = ''] = await type(block);
      expect(output.match(/^ok +\w+, token: accepted/gm)).toHaveLength(2);
      expect(output).toMatch(/trips[.]csv, sheet and journal: [^]*No problem was found/);
    },

    async 'cli-report'({ folder, type }, block) {
      await copyFile(join(samples, 'hires-2026-q4.xlsx'), join(folder, 'hires.xlsx'));
      await type('rwa assess hires.xlsx --yes');
      await type(block);
    },
  };

for (const { file, triedBy, text, line } of listPages().flatMap(readBlocks)) {
  const step = Object.entries(steps).find(([name]) => name === triedBy)?.[1];
  if (step === undefined) continue;
  test(`the block of ${file} at line ${line} works as documented`, async () => {
    const sandbox = await startTestSandbox();
    await step(await openShell(sandbox), text);
  });
}

async function openShell(sandbox: SandboxUnderTest): Promise<Shell> {
  const folder = await folderWith();
  return {
    folder,
    sandbox,
    async type(block, answers = {}) {
      const outputs: string[] = [];
      for (const line of block.split('\n')) {
        const [program, command = '', ...rest] = line.replace(/ +#.*/, '').split(/ +/);
        if (program !== 'rwa') continue;
        // These commands have no quoted values, so spaces separate their words.
        const args = [command, ...rest, ...(answers[command] ?? '').split(' ').filter(Boolean)];
        const { code, out, err } = await rwa(folder, args, toEnv(sandbox));
        expect([line, code, code === 0 ? '' : out + err]).toEqual([line, 0, '']);
        outputs.push(out + err);
      }
      return outputs;
    },
  };
}

/**
 * Creates the files of docs/several-companies.md: the token files, the sheets, and the configuration
 * with the sandbox as the service.
 */
async function writeCompanies(folder: string, { sandbox }: SandboxUnderTest): Promise<void> {
  const blocks = readBlocks('docs/several-companies.md');
  const { text = '' } = blocks.find(({ triedBy }) => triedBy === 'several-file') ?? {};
  const config = text.replaceAll(/https:.*\/wf/g, sandbox.baseUrl);
  await writeFile(join(folder, 'rwa.config.json'), config);
  for (const [index, name] of ['example', 'sample'].entries()) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'token'), sandbox.tokens[index] ?? '', { mode: 0o600 });
    await copyFile(join(samples, 'hires-2026-q4.xlsx'), join(folder, name, 'hires.xlsx'));
  }
  await writeFile(join(folder, 'example', 'trips.csv'), toCsv([{ ...trip, 'Employee ID': 'T-1' }]));
  await writeFile(join(folder, 'sample', 'columns.json'), '{"employeeId": "Employee ID"}');
}
