// Tries the blocks of the administrator’s pages in order.
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

/** The pages in reading order. Blocks that remove the command are tried last: see {@link runBook}. */
const pages = [
  ['docs/installation.md', installation],
  ['docs/schedules.md', schedules],
  ['docs/files.md', files],
  ['docs/data-protection.md', dataProtection],
  ['docs/two-accounts.md', twoAccounts],
];

/** Tries all blocks on a machine that is mounted on a folder; resolves to the exit code. `isLoud` shows
 * their output. */
export async function runBook({ folder: mounted, isLoud }) {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-book-'));
  const service = await startService(folder, { readyAfterMs: 200 });
  const hooks = await startHooks();
  const machine = new Machine(mounted);
  const failed = [];
  const book = new Book(machine, service, hooks, isLoud);
  try {
    book.furnish(folder);
    const blocks = pages.flatMap(([page, steps]) =>
      readBlocks(page).flatMap((block) =>
        block.triedBy in steps ? [{ block, step: steps[block.triedBy] }] : [],
      ),
    );
    const isLast = ({ block }) => block.triedBy === 'remove';
    for (const { block, step } of [
      ...blocks.filter((each) => !isLast(each)),
      ...blocks.filter(isLast),
    ]) {
      const where = `${block.file}:${block.line} ${block.triedBy}`;
      try {
        await step(book, block);
        console.log(`ok    ${where}`);
      } catch (error) {
        failed.push(where);
        console.log(`FAIL  ${where}\n${error.stack}`);
      }
    }
    const end = failed.length === 0 ? 'All blocks of the book work as described.' : 'Failed:';
    console.log([`\n${end}`, ...failed].join('\n  '));
    return failed.length === 0 ? 0 : 1;
  } finally {
    await machine.end();
    hooks.close();
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
  #hooks;
  #isLoud;
  /** The tarball in place of the package in the registry. */
  #tarball = '';

  constructor(machine, service, hooks, isLoud) {
    this.machine = machine;
    this.service = service;
    this.notices = hooks.notices;
    this.#hooks = hooks;
    this.#isLoud = isLoud;
  }

  /** Prepares what the first page assumes: an account that may use sudo, Node, and the sheet of HR. */
  furnish(folder) {
    const { machine } = this;
    this.#tarball = `/srv/${pack(folder)}`;
    machine.bring(join(folder, this.#tarball.slice('/srv/'.length)), this.#tarball);
    // The archive of nodejs.org has the same layout.
    machine.bring(process.execPath, '/opt/node-24/bin/node');
    const npm = dirname(
      dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())),
    );
    machine.bring(npm, '/opt/node-24/lib/node_modules/npm');
    machine.link('../lib/node_modules/npm/bin/npm-cli.js', '/opt/node-24/bin/npm');
    machine.write('/opt/node-24/lib/node_modules/npm/npmrc', npmSettings());
    for (const account of ['admin', 'anna']) machine.addAccount(account);
    machine.write('/etc/sudoers.d/admin', 'admin ALL=(ALL) NOPASSWD: ALL\n', 0o440);
    machine.bring(join(root, 'samples/hires-2026-q4.xlsx'), '/home/admin/hires.xlsx');
    execFileSync('npm', ['run', 'deb'], { cwd: root, stdio: 'ignore' });
    for (const file of globSync('out/*.deb', { cwd: root })) {
      machine.bring(join(root, file), `/home/admin/${file}`);
    }
  }

  /** Returns the text of a block with the addresses of this machine instead of the examples. */
  adaptText({ text }) {
    return text
      .replaceAll('https://example.com/version-test/api/1.1/wf', this.service.baseUrl)
      .replaceAll('https://hooks.example.com/rwa', this.#hooks.url)
      .replaceAll('remote-work-assessment@0.1.0', this.#tarball);
  }

  /** Types a block as the administrator or another account. Throws if it ends with another code than expected. */
  async type(block, { account = 'admin', code = 0, env, change = (text) => text } = {}) {
    return this.typeText(change(this.adaptText(block)), { account, code, env });
  }

  async typeText(text, { account = 'admin', code = 0, env } = {}) {
    const { machine } = this;
    const ended = await machine.type(account, text, { env });
    if (this.#isLoud) console.log(`${account}$ ${text}${ended.output}`);
    if (ended.code !== code) {
      throw new Error(`It ended with ${ended.code} and not ${code}:\n${text}\n${ended.output}`);
    }
    return ended.output;
  }

  /** Writes a block to the file that its first or second line names: `# /etc/rwa/env`. */
  place(block, mode = 0o644) {
    const [path] = /^\/\S+/.exec(/^# (\/.*)$/m.exec(block.text)?.[1] ?? '') ?? [];
    if (path === undefined)
      throw new Error(`${block.file}:${block.line} has no path in its first two lines.`);
    this.machine.write(path, this.adaptText(block), mode);
    return path;
  }
}

/** Builds and packs the package like `npm publish`, and returns the name of the tarball. */
function pack(folder) {
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
  return JSON.parse(output.slice(output.search(/^\[/m)))[0].filename;
}

/** Returns the npm settings of this machine: the registry and trusted certificates. */
function npmSettings() {
  const [registry, cafile] = ['registry', 'cafile'].map((name) => {
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync('npm', ['config', 'get', name], options).trim();
  });
  const trusted = cafile === 'null' ? process.env.NODE_EXTRA_CA_CERTS : cafile;
  const certificates = trusted === undefined ? '' : `cafile=${trusted}\n`;
  return `registry=${registry}\n${certificates}audit=false\nfund=false\nupdate-notifier=false\n`;
}

/** Starts a webhook that records notices with their URLs. */
async function startHooks() {
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
