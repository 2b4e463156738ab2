import type { Connection } from '../../http/connection.js';
import { SentRows, type OtherProcesses } from '../store/otherSheets.js';
import { type ClaimedRow, rowWithAssessment } from '../store/sentRequests.js';
import type { Store } from '../store/store.js';
import type { RunSettings } from '../work/sheetRun.js';
import { workPorts, type WorkPorts, type WorkPortsOptions } from '../work/workPorts.js';
import { systemTiming } from '../../http/timing.js';
import { readLimits } from './limits/agreeOnLimits.js';
import { sharedLimits } from './limits/sharedLimits.js';
import { SharedDatabase, whileAway } from './sharedDatabase.js';
import { SharedLocks } from './sharedLocks.js';
import { hasSlice, type TakenSlice } from './slice.js';
import { answersAreKeptMs } from './sliceJournal.js';

/** The database of many processes, which has the limits of all of them together. */
export interface MachineSettings {
  /** `postgres://…` */
  readonly database: string;
}

/** What the ports of one of many processes are made of. */
export interface MachinePortsOptions
  extends MachineSettings, Pick<WorkPortsOptions, 'store' | 'service' | 'tell' | 'onResponse'> {
  readonly connection: Connection;
  /** Connections to the database, besides that of the store. */
  readonly connections?: number;
  /** It sends requests, so that it needs the limits of all processes. */
  readonly isSending: boolean;
  /** Hears how long a request has waited for the limits, in milliseconds. */
  readonly onWaited?: (ms: number) => void;
}

/** The ports of a process beside which others do the same work. */
export interface MachinePorts extends WorkPorts {
  readonly database: SharedDatabase;
  readonly locks: SharedLocks;
  /** How many requests this process may have in flight now. */
  readonly held: () => number;
}

/** Makes the ports of one of many processes. */
export async function machinePorts(options: MachinePortsOptions): Promise<MachinePorts> {
  const { store, connections, isSending } = options;
  const shared = isSending ? await limitsOfAll(options) : undefined;
  const concurrency = shared?.agreed.concurrency;
  const own = workPorts({
    ...options,
    ...(shared === undefined ? {} : { limiter: shared.limiter }),
    limits: concurrency === undefined ? {} : { concurrency },
  });
  const database = new SharedDatabase(options.database, connections);
  return {
    ...own,
    database,
    held: () => shared?.held() ?? 0,
    locks: new SharedLocks(database, store),
    sent: new SentRows(store, own.now, {
      ...otherProcesses,
      rowOf: (assessmentId) =>
        whileAway(() => rowThatHas(database, assessmentId), undefined, answersAreKeptMs),
    }),
    close: async () => {
      await own.close();
      await shared?.close();
      await database.close();
    },
  };
}

/** The limits of all processes, by which a plan says how long a run takes: who sends waits for the limiter. */
export async function plannedLimits({
  database: { ask },
  limits,
}: Pick<MachinePorts, 'database' | 'limits'>): Promise<RunSettings> {
  const connection = { rows: async (sql: string) => (await ask(sql)) as never };
  const agreed = await whileAway(() => readLimits(connection));
  if (agreed === undefined) return limits;
  const { concurrency, perSecond } = agreed;
  return { ...limits, concurrency, spacingMs: perSecond === null ? 0 : 1_000 / perSecond };
}

/** They are read here; `setLimits` changes them. */
function limitsOfAll({
  database: url,
  onWaited,
}: MachinePortsOptions): ReturnType<typeof sharedLimits> {
  return sharedLimits({
    ...{ url, sleep: systemTiming.sleep },
    ...(onWaited === undefined ? {} : { onWaited }),
    onTrouble: (error) => {
      console.error('The shared limits cannot be read:', error);
    },
  });
}

async function rowThatHas(
  { ask }: SharedDatabase,
  assessmentId: string,
): Promise<string | undefined> {
  const [found] = await ask(rowWithAssessment.replace('?', '$'), assessmentId);
  return found?.row as string | undefined;
}

const otherProcesses: Omit<OtherProcesses, 'rowOf'> = {
  lock: 'claims',
  mayWrite: (store: Store, taking: unknown) =>
    taking === undefined || hasSlice(store, taking as TakenSlice),
  isUnderWay: ({ db }: Store, { owner, row }: ClaimedRow) =>
    db
      .prepare(
        `SELECT 1 FROM slice WHERE sheet = ?1 AND until > now() AND NOT EXISTS (
           SELECT 1 FROM unconfirmed WHERE unconfirmed.sheet = ?1 AND key = ?2
         )`,
      )
      .get(owner, row) !== undefined,
};
