// The book consists of the administrator's pages in reading order. `runBook` types the commands in
// their blocks on a separate machine.
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { globSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startService } from '../../e2e/service.mjs';
import { readBlocks } from '../blocks.ts';
import { Machine } from './machine.mjs';
import { steps as dataProtection } from './pages/dataProtection.mjs';
import { steps as files } from './pages/files.mjs';
import { steps as installation } from './pages/installation.mjs';
import { steps as schedules } from './pages/schedules.mjs';
import { steps as twoAccounts } from './pages/twoAccounts.mjs';

const root = join(import.meta.dirname, '..', '..', '..');

/** The pages in reading order. But {@link runBook} tries one block last: the one that uninstalls `rwa`. */
const pages = [
  ['docs/installation.md', installation],
  ['docs/schedules.md', schedules],
  ['docs/files.md', files],
  ['docs/data-protection.md', dataProtection],
  ['docs/two-accounts.md', twoAccounts],
];

/**
 * Tries the blocks of the pages on a machine that is mounted on `folder`. Resolves to the exit
 * code. With `isLoud`, prints the output of the blocks.
 */
export async function runBook({ folder: mountFolder, isLoud }) {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-book-'));
  const service = await startService(folder, { readyAfterMs: 200 });
  const webhook = await startWebhook();
  const machine = new Machine(mountFolder);
  const failed = [];
  const book = new Book(machine, service, webhook, isLoud);
  try {
    book.prepare(folder);
    const blocks = pages.flatMap(([page, steps]) =>
      readBlocks(page).flatMap((block) =>
        block.triedBy in steps ? [{ block, step: steps[block.triedBy] }] : [],
      ),
    );
    const removesCommand = ({ block }) => block.triedBy === 'remove';
    for (const { block, step } of [
      ...blocks.filter((step) => !removesCommand(step)),
      ...blocks.filter(removesCommand),
    ]) {
      const label = `${block.file}:${block.line} ${block.triedBy}`;
      try {
        await step(book, block);
        console.log(`ok    ${label}`);
      } catch (error) {
        failed.push(label);
        console.log(`FAIL  ${label}\n${error.stack}`);
      }
    }
    const summary = failed.length === 0 ? 'All blocks of the book work as described.' : 'Failed:';
    console.log([`\n${summary}`, ...failed].join('\n  '));
    return failed.length === 0 ? 0 : 1;
  } finally {
    await machine.end();
    webhook.close();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The context of the steps: the machine, the service, and methods that type blocks. */
class Book {
  machine;
  service;
  /** The notices that the webhook received. */
  notices;
  #webhook;
  #isLoud;
  /** The path of the tarball, which the blocks install instead of the package in the registry. */
  #tarball = '';

  constructor(machine, service, webhook, isLoud) {
    this.machine = machine;
    this.service = service;
    this.notices = webhook.notices;
    this.#webhook = webhook;
    this.#isLoud = isLoud;
  }

  /**
   * Prepares what the pages assume: Node, the packages, the sheet of HR, and two accounts. The first
   * account may use sudo.
   */
  prepare(folder) {
    const { machine } = this;
    this.#tarball = `/srv/${packTarball(folder)}`;
    machine.copyIn(join(folder, this.#tarball.slice('/srv/'.length)), this.#tarball);
    // Node and npm have the layout of the archive from nodejs.org.
    machine.copyIn(process.execPath, '/opt/node-24/bin/node');
    const npm = dirname(
      dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())),
    );
    machine.copyIn(npm, '/opt/node-24/lib/node_modules/npm');
    machine.link('../lib/node_modules/npm/bin/npm-cli.js', '/opt/node-24/bin/npm');
    machine.write('/opt/node-24/lib/node_modules/npm/npmrc', createNpmSettings());
    for (const account of ['admin', 'anna']) machine.addAccount(account);
    machine.write('/etc/sudoers.d/admin', 'admin ALL=(ALL) NOPASSWD: ALL\n', 0o440);
    machine.copyIn(join(root, 'samples/hires-2026-q4.xlsx'), '/home/admin/hires.xlsx');
    execFileSync('npm', ['run', 'deb'], { cwd: root, stdio: 'ignore' });
    for (const file of globSync('out/*.deb', { cwd: root })) {
      machine.copyIn(join(root, file), `/home/admin/${file}`);
    }
  }

  /**
   * Returns the text of a block. Replaces the examples with the addresses and the tarball of this
   * test.
   */
  adaptText({ text }) {
    return text
      .replaceAll('https://example.com/version-test/api/1.1/wf', this.service.baseUrl)
      .replaceAll('https://hooks.example.com/rwa', this.#webhook.url)
      .replaceAll('remote-work-assessment@0.1.0', this.#tarball);
  }

  /**
   * Types a block as the administrator or another account. Rejects if its exit code is not `code`.
   */
  async type(block, { account = 'admin', code = 0, env, change = (text) => text } = {}) {
    return this.typeText(change(this.adaptText(block)), { account, code, env });
  }

  async typeText(text, { account = 'admin', code = 0, env } = {}) {
    const { machine } = this;
    const result = await machine.type(account, text, { env });
    if (this.#isLoud) console.log(`${account}$ ${text}${result.output}`);
    if (result.code !== code) {
      throw new Error(
        `The block ended with ${result.code} and not ${code}:\n${text}\n${result.output}`,
      );
    }
    return result.output;
  }

  /**
   * Writes a block to the file whose path is in a comment of the block, such as `# /etc/rwa/env`.
   * Returns the path.
   */
  writeFile(block, mode = 0o644) {
    const [path] = /^\/\S+/.exec(/^# (\/.*)$/m.exec(block.text)?.[1] ?? '') ?? [];
    if (path === undefined)
      throw new Error(`${block.file}:${block.line} has no comment with a path.`);
    this.machine.write(path, this.adaptText(block), mode);
    return path;
  }
}

/** Builds and packs the package, and returns the name of the tarball. */
function packTarball(folder) {
  const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] };
  execFileSync('npm', ['run', 'build:batch'], options);
  const args = [
    'pack',
    '--workspace',
    'batch',
    '--json',
    '--ignore-scripts',
    '--pack-destination',
    folder,
  ];
  const output = execFileSync('npm', args, options);
  // Other lines may precede the JSON of npm.
  return JSON.parse(output.slice(output.search(/^\[/m)))[0].filename;
}

/** Returns npm settings with the registry and the trusted certificates of the host. */
function createNpmSettings() {
  const [registry, cafile] = ['registry', 'cafile'].map((name) => {
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync('npm', ['config', 'get', name], options).trim();
  });
  const trusted = cafile === 'null' ? process.env.NODE_EXTRA_CA_CERTS : cafile;
  const certificates = trusted === undefined ? '' : `cafile=${trusted}\n`;
  return `registry=${registry}\n${certificates}audit=false\nfund=false\nupdate-notifier=false\n`;
}

/** Starts a webhook that records notices, each with the path of its request. */
async function startWebhook() {
  const notices = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      notices.push({ address: request.url, ...JSON.parse(body) });
      response.end();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  return { url: `http://127.0.0.1:${port}/rwa`, notices, close: () => server.close() };
}
