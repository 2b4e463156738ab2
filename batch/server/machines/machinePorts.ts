import type { Connection } from '../../http/connection.js';
import { SentRows, type OtherProcesses } from '../store/otherSheets.js';
import type { ClaimedRow } from '../store/sentRequests.js';
import type { Store } from '../store/store.js';
import { workPorts, type WorkPorts, type WorkPortsOptions } from '../work/workPorts.js';
import type { SharedLimits } from './sharedLimits.js';
import { SharedDatabase } from './sharedDatabase.js';
import { SharedLocks } from './sharedLocks.js';
import { hasSlice, type TakenSlice } from './slice.js';

/** The database of many processes, and the limits of all of them together. */
export interface MachineSettings {
  /** `postgres://…` */
  readonly database: string;
  readonly limits: SharedLimits;
}

/** What the ports of one of many processes are made of. */
export interface MachinePortsOptions
  extends MachineSettings, Pick<WorkPortsOptions, 'store' | 'service' | 'tell' | 'onResponse'> {
  readonly connection: Connection;
  /** Connections to the database, besides that of the store. */
  readonly connections?: number;
}

/** The ports of a process beside which others do the same work. */
export interface MachinePorts extends WorkPorts {
  readonly database: SharedDatabase;
  readonly locks: SharedLocks;
}

/** Makes the ports of one of many processes. */
export function machinePorts(options: MachinePortsOptions): Promise<MachinePorts> {
  const { store, service, tell, connection, connections, onResponse } = options;
  const { concurrency } = options.limits;
  const database = new SharedDatabase(options.database, connections);
  const limits = concurrency === undefined ? {} : { concurrency };
  const own = workPorts({ store, service, tell, connection, limits, onResponse });
  return Promise.resolve({
    ...own,
    database,
    locks: new SharedLocks(database, store),
    sent: new SentRows(store, own.now, otherProcesses),
    close: async () => {
      await own.close();
      await database.close();
    },
  });
}

const otherProcesses: OtherProcesses = {
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
