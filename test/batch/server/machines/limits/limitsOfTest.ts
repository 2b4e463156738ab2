import pg from 'pg';
import { onTestFinished } from 'vitest';
import { systemTiming } from '../../../../../batch/http/timing.js';
import { agreeOnLimits } from '../../../../../batch/server/machines/limits/agreeOnLimits.js';
import { LimitsConnection } from '../../../../../batch/server/machines/limits/limitsConnection.js';
import {
  RateGrants,
  setUpOfGrants,
} from '../../../../../batch/server/machines/limits/rateGrants.js';
import {
  sharedLimits,
  type SharedLimits,
  type SharedLimitsOptions,
} from '../../../../../batch/server/machines/limits/sharedLimits.js';
import { limitTables } from '../../../../../batch/server/machines/limits/tables.js';
import { type Senders, type SenderOptions, sendersIn } from './senders.js';

const { sleep } = systemTiming;

/** Makes the tables in an empty database. Resolves to what asks it. */
export async function withTables(url: string): Promise<pg.Pool> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => undefined);
  onTestFinished(() => pool.end());
  for (const sql of ['CREATE SCHEMA rwa', ...limitTables]) await pool.query(sql);
  return pool;
}

/** The shared limits of a process, which end with the test. */
export async function limitsOfTest(
  url: string,
  options: Partial<SharedLimitsOptions> = {},
): Promise<SharedLimits> {
  const limits = await sharedLimits({ url, sleep, ...options });
  onTestFinished(() => limits.close());
  return limits;
}

/** Who asks for grants of a rate, each as a process does. */
export async function askers(
  url: string,
  count: number,
  limits: { readonly perSecond: number; readonly burst?: number },
): Promise<RateGrants[]> {
  const connections = Array.from(
    { length: count },
    () => new LimitsConnection({ url, setUp: setUpOfGrants }),
  );
  const [first] = connections;
  if (first !== undefined) await agreeOnLimits(first, limits);
  return connections.map((connection) => {
    const grants = new RateGrants({ connection, sleep, onTrouble: () => undefined });
    grants.isLimited = true;
    onTestFinished(() => {
      grants.close();
      return connection.close();
    });
    return grants;
  });
}

/** Processes that send, which end with the test; all with the same options. */
export async function sendersOfTest(
  options: Omit<SenderOptions, 'name'>,
): Promise<Omit<Senders, 'start'> & { start(name: string): ReturnType<Senders['start']> }> {
  const senders = await sendersIn(process.cwd());
  onTestFinished(() => senders.close());
  return { ...senders, start: (name) => senders.start({ ...options, name }) };
}
