import type { Connection } from '../../http/connection.js';
import { sql } from 'kysely';
import type { Store } from '../db/store.js';
import { SentRows, type OtherProcesses } from '../store/otherSheets.js';
import { type ClaimedRow, rowOfAssessment } from '../store/sentRequests.js';
import type { RunSettings } from '../work/sheetRun.js';
import { workPorts, type WorkPorts, type WorkPortsOptions } from '../work/workPorts.js';
import { systemTiming } from '../../http/timing.js';
import { readLimits } from './limits/agreeOnLimits.js';
import { sharedLimits } from './limits/sharedLimits.js';
import { retryWhileUnavailable } from './retryWhileUnavailable.js';
import { SharedLocks } from './sharedLocks.js';
import { hasSlice, type TakenSlice } from './slice.js';
import { answersAreKeptMs } from './sliceJournal.js';

/** The database of many processes, which has the limits of all of them together. */
export interface MachineSettings {
  /** `postgres://…` */
  readonly database: string;
}

/** The options of the ports of one of many processes. */
export interface MachinePortsOptions
  extends MachineSettings, Pick<WorkPortsOptions, 'store' | 'service' | 'tell' | 'onResponse'> {
  readonly connection: Connection;
  /** It sends requests, so that it needs the limits of all processes. */
  readonly isSending: boolean;
  /** Called with the time that a request has waited for the limits, in milliseconds. */
  readonly onWaited?: (ms: number) => void;
}

/** The ports of a process beside which others do the same work. */
export interface MachinePorts extends WorkPorts {
  readonly locks: SharedLocks;
  /** How many requests this process may have in flight now. */
  readonly held: () => number;
}

/** Makes the ports of one of many processes. */
export async function machinePorts(options: MachinePortsOptions): Promise<MachinePorts> {
  const { store, isSending } = options;
  const shared = isSending ? await limitsOfAll(options) : undefined;
  const concurrency = shared?.agreed.concurrency;
  const own = workPorts({
    ...options,
    ...(shared === undefined ? {} : { limiter: shared.limiter }),
    limits: concurrency === undefined ? {} : { concurrency },
  });
  return {
    ...own,
    held: () => shared?.held() ?? 0,
    locks: new SharedLocks(store),
    sent: new SentRows(store, own.now, {
      ...otherProcesses,
      rowOf: (assessmentId) =>
        retryWhileUnavailable(
          () => rowOfAssessment(store, assessmentId),
          undefined,
          answersAreKeptMs,
        ),
    }),
    close: async () => {
      await own.close();
      await shared?.close();
    },
  };
}

/** Reads the limits of all processes, from which a plan estimates how long a run takes. */
export async function plannedLimits({
  store,
  limits,
}: Pick<MachinePorts, 'store' | 'limits'>): Promise<RunSettings> {
  const agreed = await retryWhileUnavailable(() => readLimits(store));
  if (agreed === undefined) return limits;
  const { concurrency, perSecond } = agreed;
  return { ...limits, concurrency, spacingMs: perSecond === null ? 0 : 1_000 / perSecond };
}

/** Reads the limits; `setLimits` changes them. */
function limitsOfAll({
  database: url,
  store,
  onWaited,
}: MachinePortsOptions): ReturnType<typeof sharedLimits> {
  return sharedLimits({
    ...{ store, url, sleep: systemTiming.sleep },
    ...(onWaited === undefined ? {} : { onWaited }),
    onTrouble: (error) => {
      console.error('The shared limits cannot be read:', error);
    },
  });
}

const otherProcesses: Omit<OtherProcesses, 'rowOf'> = {
  mayWrite: async (store: Store, taking: unknown) =>
    taking === undefined || hasSlice(store, taking as TakenSlice),
  isUnderWay: async ({ db }: Store, { owner, row }: ClaimedRow) => {
    const { rows } = await sql`
      SELECT 1 FROM slice WHERE sheet = ${owner} AND until > now() AND NOT EXISTS (
        SELECT 1 FROM unconfirmed WHERE unconfirmed.sheet = ${owner} AND key = ${row}
      )`.execute(db);
    return rows.length > 0;
  },
};
