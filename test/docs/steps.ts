import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The steps of `commandBlocks.test.ts`, which tries blocks with the sandbox. */
export const commandSteps = [
  'cli-first',
  'cli-commands',
  'cli-reassess',
  'cli-report',
  'decisions-commands',
  'several-file',
  'several-commands',
  'several-doctor',
] as const;

const example = 'test/batch/package/example.test.ts';
const install = 'test/batch/package/install.test.ts';
const trace = 'test/batch/unattended/trace.test.ts';
const machines = 'test/batch/server/cluster/setUp.test.ts';
const publicTypes = 'test/batch/client/publicTypes.test.ts';

/**
 * The steps that other files try, by name. Each has its file, and a pattern that matches the file if it
 * tries the block.
 */
export const stepsInOtherTests: Readonly<
  Record<string, { readonly file: string; readonly has: RegExp }>
> = {
  gate: { file: '.ci/run', has: /^npm ci\nnpm test\nnpm run demo$/m },
  'page-start': {
    file: 'test/batch/server/service.test.ts',
    has: /prints a link that signs in one person once/,
  },
  'machines-database': { file: machines, has: /findBlock[(]'machines-database'[)]/ },
  'machines-file': { file: machines, has: /findBlock[(]'machines-file'[)]/ },
  'machines-url': { file: machines, has: /findBlock[(]'machines-url'[)]/ },
  'machines-pgbouncer': {
    file: 'test/batch/server/cluster/pgBouncer.test.ts',
    has: /triedBy === 'machines-pgbouncer'/,
  },
  'machines-start': { file: machines, has: /findBlock[(]'machines-start'[)]/ },
  install: {
    file: install,
    has: /npm install remote-work-assessment/,
  },
  'one-file': { file: '.ci/run', has: /^npm run test:binary$/m },
  tarballs: { file: install, has: /readBlock[(]installationPage, 'tarballs'[)]/ },
  'package-proxy': { file: install, has: /readBlock[(]installationPage, 'package-proxy'[)]/ },
  'package-copy': { file: install, has: /readBlock[(]installationPage, 'package-copy'[)]/ },
  'package-offline': { file: install, has: /readBlock[(]installationPage, 'package-offline'[)]/ },
  'example-steps': { file: example, has: /user[.]sh[(]installSteps[)]/ },
  example: { file: example, has: /compiles and prints a score/ },
  'trace-run': { file: trace, has: /has a line for every exchange/ },
  'trace-lines': { file: trace, has: /the page about traces shows lines/ },
  'client-retries': { file: publicTypes, has: /pageBlocks/ },
  'client-timeouts': { file: publicTypes, has: /pageBlocks/ },
  'client-record': { file: publicTypes, has: /pageBlocks/ },
  'client-wait': { file: publicTypes, has: /pageBlocks/ },
  ...Object.fromEntries(
    ['unwrap', 'decision', 'validate', 'using', 'proxy', 'transport'].map((name) => [
      `client-${name}`,
      { file: publicTypes, has: /pageBlocks/ },
    ]),
  ),
  'client-events': { file: publicTypes, has: /pageBlocks/ },
  'example-run': { file: example, has: /user[.]sh[(]checkSteps[)]/ },
  'api-commands': {
    file: 'test/batch/server/api/commands.test.ts',
    has: /triedBy === 'api-commands'/,
  },
  'api-behind': {
    file: 'test/batch/server/api/commands.test.ts',
    has: /triedBy === 'api-behind'/,
  },
  'person-on-server': {
    file: 'test/batch/server/person.test.ts',
    has: /triedBy === 'person-on-server'/,
  },
  'n8n-install': { file: 'test/e2e/n8n.mjs', has: /'npm', \['install', tarball/ },
};

const book = join(import.meta.dirname, 'book', 'pages');

/** Returns the names of the steps with which `npm run book` tries blocks on a separate machine. */
export async function listBookSteps(): Promise<ReadonlySet<string>> {
  const names = readdirSync(book).map(async (file) => {
    const url = pathToFileURL(join(book, file)).href;
    const { steps } = (await import(url)) as { steps: Record<string, unknown> };
    return Object.keys(steps);
  });
  return new Set((await Promise.all(names)).flat());
}

export async function listSteps(): Promise<ReadonlySet<string>> {
  return new Set([...commandSteps, ...Object.keys(stepsInOtherTests), ...(await listBookSteps())]);
}
