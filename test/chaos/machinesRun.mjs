import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startPostgres } from '../postgres/server.mjs';
import { DatabaseProxy } from './databaseProxy.mjs';
import { Machines } from './machines.mjs';
import { MachineCheck } from './machinesCheck.mjs';
import { MachinePeople } from './machinesPeople.mjs';
import { MachineTroubles } from './machinesTroubles.mjs';
import { startSandbox } from './processes.mjs';

/** Requests at the same time, of all workers together. */
const concurrency = 10;
/** Far longer than any end has taken: what takes longer never ends. */
const endsWithinMs = 240_000;
/** A row is settled in far less. */
const settlesWithinMs = 5_000;

/**
 * Two pages and three workers on one Postgres, with many runs at once, while processes are killed and frozen,
 * the database restarts and connections are cut. Rejects when a row was assessed twice or lost, a score is not
 * that of its row, a run does not end, or something is left over.
 */
export async function machinesRun({ sheets, rows, kills, random, trouble }) {
  const folder = await mkdtemp(join(tmpdir(), 'rwa-chaos-machines-'));
  const counts = {};
  const closing = [];
  const say = (text) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
  try {
    const cluster = await startPostgres({ isSafe: true });
    closing.push(() => cluster.stop());
    const url = await cluster.createDatabase();
    const proxy = new DatabaseProxy(cluster.port);
    closing.push(() => proxy.close());
    const sandbox = await startSandbox(['--latency', '20ms', '--ready-after', '300ms']);
    closing.push(() => sandbox.stop());
    const doors = new Map();
    const machines = new Machines({
      ...{ folder, random, env: sandbox.env },
      args: ['--concurrency', String(concurrency)],
      databaseOf: async (name) => {
        if (!doors.has(name)) doors.set(name, await proxy.open(name));
        return url.replace(`:${cluster.port}/`, `:${doors.get(name)}/`);
      },
    });
    closing.push(() => machines.killAll());
    await machines.startAll();
    say('two pages and three workers are there');
    const people = new MachinePeople({ machines, sandbox, random, counts });
    await people.signIn();
    const check = new MachineCheck({ people, sandbox, url });
    for (let number = 1; number <= sheets; number++) await people.newSheet(rows);
    say(`${sheets} runs are under way`);
    const troubles = new MachineTroubles({
      machines,
      cluster,
      proxy,
      sandbox,
      random,
      trouble,
      counts,
      say,
    });
    const acting = people.beginActing(rows);
    await troubles.make(kills, async () => {
      const { fell } = machines;
      assert.deepEqual(fell, [], 'a process ended by itself');
      await people.keepBusy(sheets, rows);
    });
    await acting.end();
    await troubles.end();
    say('the troubles are over');
    await within(endsWithinMs, people.toTheEnd(false), () => check.whatIsOpen());
    say('all runs have ended');
    await check.nothingIsLeft();
    const { unconfirmed } = await check.rowsAreTrue();
    counts.leftUnconfirmed = unconfirmed;
    say('nothing is left, and the rows are true');
    const settledWithinMs = endsWithinMs + unconfirmed * settlesWithinMs;
    await within(settledWithinMs, people.toTheEnd(true), () => check.whatIsOpen());
    await check.nothingIsLeft();
    await check.rowsAreTrue({ areAllScored: true });
    counts.unconfirmed = people.unconfirmed.size;
    counts.rows = check.rows;
    const { losses = 0, lostAnswers = 0 } = counts;
    const most = Math.ceil(concurrency * 1.25) * losses + lostAnswers;
    assert.ok(
      counts.unconfirmed <= most,
      `${counts.unconfirmed} rows were Unconfirmed of at most ${most}`,
    );
    assert.deepEqual(machines.fell, [], 'a process ended by itself');
    await close(closing);
    await rm(folder, { recursive: true });
    return counts;
  } catch (error) {
    console.table(counts);
    error.message = `machines: ${error.message}\n(the output of the processes is in ${folder})`;
    throw error;
  } finally {
    await close(closing);
  }
}

async function close(closing) {
  for (const step of closing.splice(0).toReversed()) await step();
}

/** Rejects with what is open when it takes too long. */
async function within(ms, work, whatIsOpen) {
  const late = new AbortController();
  const tooLate = delay(ms, 'late', { signal: late.signal }).catch(() => undefined);
  const result = await Promise.race([work, tooLate]);
  late.abort();
  if (result !== 'late') return;
  throw new Error(`it never ends: ${JSON.stringify(await whatIsOpen(), undefined, 2)}`);
}
