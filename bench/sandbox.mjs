// Creates per second that the sandbox takes, in memory and with a data file: over loopback from
// another process, so that what is measured is the sandbox on one core.
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Pool } from 'undici';

const REQUIRED_PER_SECOND = 2000;
const CREATES = 30_000;
const CONNECTIONS = 32;

/** Prints one line for memory and one for disk; throws when memory is slower than required. */
export default async function benchSandbox() {
  const folder = await mkdtemp(join(tmpdir(), 'rwa-bench-'));
  try {
    const server = join(folder, 'server.mjs');
    await bundleServer(server);
    const inMemory = await createsPerSecond(server);
    const onDisk = await createsPerSecond(server, join(folder, 'sandbox.db'));
    report('sandbox, in memory', inMemory);
    report('sandbox, data file', onDisk);
    if (inMemory.perSecond < REQUIRED_PER_SECOND) throw new Error('The sandbox is too slow');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function report(name, { perSecond, rssMb }) {
  const ratio = (perSecond / REQUIRED_PER_SECOND).toFixed(1);
  console.log(
    `${name}: ${perSecond.toFixed(0)} creates/s, ${ratio} × the required; ${rssMb} MB after ${CREATES}`,
  );
}

async function bundleServer(outfile) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  await build({
    stdin: {
      contents: `
        import { startSandbox } from './sandbox/sandbox.ts';
        const { baseUrl, tokens } = await startSandbox({ port: 0, dataFile: process.argv[2] });
        process.on('message', () => process.send(Math.round(process.memoryUsage.rss() / 1e6)));
        process.send({ baseUrl, token: tokens[0] });
      `,
      resolveDir: root,
    },
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
  });
}

async function createsPerSecond(server, dataFile) {
  const child = fork(server, dataFile === undefined ? [] : [dataFile]);
  try {
    const message = () => new Promise((resolve) => child.once('message', resolve));
    const { baseUrl, token } = await message();
    const { origin, pathname } = new URL(baseUrl);
    const pool = new Pool(origin, { connections: CONNECTIONS });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    let next = 0;
    const create = async () => {
      const answer = await pool.request({
        path: `${pathname}/rwa_create`,
        method: 'POST',
        headers,
        body: JSON.stringify({ ...assessment, employeeId: `E-${next}` }),
      });
      const { status } = await answer.body.json();
      if (status !== 'success') throw new Error('A creation was refused');
    };
    const loop = async (until) => {
      while (next++ < until) await create();
    };
    const all = (until) => Promise.all(Array.from({ length: CONNECTIONS }, () => loop(until)));
    await all(2000);
    next = 0;
    const startMs = performance.now();
    await all(CREATES);
    const seconds = (performance.now() - startMs) / 1000;
    await pool.close();
    child.send('memory');
    return { perSecond: CREATES / seconds, rssMb: await message() };
  } finally {
    child.kill();
  }
}

const assessment = {
  purpose: 'Hire From Anywhere',
  seniority: 'Mid',
  roleType: 'Other',
  citizenship: 'France',
  destination: 'Portugal',
  residency: 'Germany',
  salesContracts: 'No',
  legalRight: 'Yes',
  benefitLocalMarket: 'No',
  numberHires: 2,
  urgency: '1-3 months',
  startDate: '2026-11-03T00:00:00.000Z',
  endDate: '2027-11-02T00:00:00.000Z',
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchSandbox();
