import type { Connection } from '../../http/connection.js';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { avoidTableScans } from '../db/transaction.js';
import type { Store } from '../db/store.js';
import type { CrossProcessChecks } from '../journal/sentRequestRegistry.js';
import { type ClaimedRow, findRowByAssessment } from '../journal/sentRequests.js';
import { toRunSettings } from '../operations/ownLimits.js';
import type { RunSettings } from '../runs/sheetRun.js';
import { createWorkPorts, type WorkPorts, type WorkPortsOptions } from '../threads/workPorts.js';
import { systemTiming } from '../../http/timing.js';
import { SharedLimiter } from './limits/sharedLimiter.js';
import { readLimits, renewLease, upsertLimits } from './limits/sharedLimits.js';
import { OutageLog } from '../outageLog.js';
import { isLeased } from './queue.js';
import { retryWhileUnavailable } from '../db/retry.js';
import { SharedLocks } from './sharedLocks.js';
import { hasSlice, type TakenSlice } from './slice.js';
import { answersAreKeptMs } from './sliceJournal.js';

export interface MachineSettings {
  readonly database: string;
}

export interface MachinePortsOptions
  extends
    MachineSettings,
    Pick<WorkPortsOptions, 'store' | 'service' | 'publish' | 'onResponse' | 'onWaited'> {
  readonly connection: Connection;
  /** Only a process that sends requests needs a share of the limits. */
  readonly isSending: boolean;
}

export interface MachinePorts extends WorkPorts {
  readonly locks: SharedLocks;
  readonly countPermits: () => number;
}

export async function createMachinePorts(options: MachinePortsOptions): Promise<MachinePorts> {
  const { store, isSending, onWaited } = options;
  const sharedLimits = isSending ? await upsertLimits(store, {}) : undefined;
  const limiter = sharedLimits && createSharedLimiter(options);
  const workPorts = createWorkPorts({
    ...options,
    ...(sharedLimits && limiter
      ? { limiter, limits: { concurrency: sharedLimits.concurrency } }
      : {}),
    checks: {
      ...crossProcessChecks,
      findRow: (assessmentId) =>
        retryWhileUnavailable(
          () => findRowByAssessment(store, assessmentId),
          undefined,
          answersAreKeptMs,
        ),
    },
  });
  return {
    ...workPorts,
    countPermits: () => limiter?.concurrency ?? 0,
    locks: new SharedLocks(store, (ms) => onWaited?.('lock', ms)),
    close: async () => {
      await workPorts.close();
      await limiter?.close();
    },
  };
}

export async function readLimitsForPlan({
  store,
  limits,
}: Pick<MachinePorts, 'store' | 'limits'>): Promise<RunSettings> {
  const sharedLimits = await retryWhileUnavailable(() => readLimits(store));
  if (sharedLimits === undefined) return limits;
  return { ...limits, ...toRunSettings(sharedLimits) };
}

function createSharedLimiter({ store, onWaited }: MachinePortsOptions): SharedLimiter {
  const holder = randomUUID();
  const outage = new OutageLog(
    'This process could not renew its share of the limits of all processes',
  );
  return new SharedLimiter({
    timing: { now: () => performance.now(), sleep: systemTiming.sleep },
    renew: async (inUse) => {
      try {
        const share = await renewLease(store, holder, inUse);
        outage.recordSuccess();
        return share;
      } catch (error) {
        outage.recordFailure(error);
        throw error;
      }
    },
    onWaited: (ms) => onWaited?.('limiter', ms),
  });
}

const crossProcessChecks: Omit<CrossProcessChecks, 'findRow'> = {
  holdsLease: async (tx: Store, lease: unknown) => {
    if (lease === undefined) return true;
    const [isHeld] = await Promise.all([hasSlice(tx, lease as TakenSlice), avoidTableScans(tx)]);
    return isHeld;
  },
  isUnderWay: async ({ db }: Store, { owner, row }: ClaimedRow) => {
    const { rows } = await sql`
      SELECT 1 FROM slice WHERE sheet = ${owner} AND ${isLeased} AND NOT EXISTS (
        SELECT 1 FROM unconfirmed WHERE unconfirmed.sheet = ${owner} AND key = ${row}
      )`.execute(db);
    return rows.length > 0;
  },
};
