// Only the CPU time of the sandbox counts, because other work on the machine hardly changes it.
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { bundle } from './bundle.mjs';
import { hire } from '../test/chaos/hire.mjs';

const REQUIRED_PER_SECOND = 2000;
const CREATES = 30_000;
const CONNECTIONS = 32;

/** Throws if the speed in memory is lower than required. */
export default async function benchSandbox() {
  const folder = await mkdtemp(join(tmpdir(), 'rwa-bench-'));
  const { file: server, dispose } = await bundle('test/sandbox/child.ts');
  try {
    const inMemory = await measureCreations(server);
    const onDisk = await measureCreations(server, join(folder, 'sandbox.db'));
    report('sandbox, in memory', inMemory);
    report('sandbox, data file', onDisk);
    if (inMemory.perCpuSecond < REQUIRED_PER_SECOND) throw new Error('The sandbox is too slow');
  } finally {
    await dispose();
    await rm(folder, { recursive: true, force: true });
  }
}

function report(name, { perCpuSecond, perSecond, rssMb }) {
  const ratio = (perCpuSecond / REQUIRED_PER_SECOND).toFixed(1);
  console.log(
    `${name}: ${perCpuSecond.toFixed(0)} creates per CPU second, ${ratio} × the required` +
      ` (by the clock ${perSecond.toFixed(0)}/s; ${rssMb.toFixed(0)} MB after ${CREATES})`,
  );
}

async function measureCreations(server, dataFile) {
  const child = fork(server, [JSON.stringify({ port: 0, dataFile })]);
  try {
    const nextMessage = () => new Promise((resolve) => child.once('message', resolve));
    const { baseUrl, tokens } = await nextMessage();
    const readUsage = () => (child.send('usage'), nextMessage());
    const { origin, pathname } = new URL(baseUrl);
    const pool = new Pool(origin, { connections: CONNECTIONS });
    const headers = { authorization: `Bearer ${tokens[0]}`, 'content-type': 'application/json' };
    let next = 0;
    const create = async () => {
      const answer = await pool.request({
        path: `${pathname}/rwa_create`,
        method: 'POST',
        headers,
        body: JSON.stringify({ ...hire, employeeId: `E-${next}` }),
      });
      const { status } = await answer.body.json();
      if (status !== 'success') throw new Error('A creation was refused');
    };
    const createUpTo = async (count) => {
      while (next++ < count) await create();
    };
    const createAll = (count) =>
      Promise.all(Array.from({ length: CONNECTIONS }, () => createUpTo(count)));
    // Warms up the sandbox.
    await createAll(2000);
    next = 0;
    const before = await readUsage();
    const startMs = performance.now();
    await createAll(CREATES);
    const seconds = (performance.now() - startMs) / 1000;
    const after = await readUsage();
    await pool.close();
    const cpuSeconds = (after.user + after.system - before.user - before.system) / 1e6;
    return {
      perCpuSecond: CREATES / cpuSeconds,
      perSecond: CREATES / seconds,
      rssMb: after.rssBytes / 1e6,
    };
  } finally {
    child.kill();
  }
}
