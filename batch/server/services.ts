import type { Store } from './db/store.js';
import type { Processes } from './operations/processes.js';
import type { Readings } from './sheets/readings.js';
import type { Work } from './threads/work.js';
import type { Access } from './access/access.js';
import type { Changes } from './changes.js';
import type { ServerCheck } from './settings/serverCheck.js';
import type { SheetFiles } from './sheets/files/sheetFiles.js';

/** The dependencies of route handlers. */
export interface Services {
  readonly store: Store;
  readonly work: Work;
  /** The processes that work on runs. */
  readonly processes: Processes;
  /** Reads uploaded sheets, with at most one reading of each sheet at a time. */
  readonly readings: Readings;
  readonly access: Access;
  /** The changes that the event streams send. */
  readonly changes: Changes;
  readonly service: ServiceName;
  readonly files: SheetFiles;
  /** Checks the environment, the service, the folder and the database for administrators. */
  readonly check: Pick<ServerCheck, 'run'>;
  readonly now: () => number;
}

/** The assessment service, as the page shows it. */
export interface ServiceName {
  /** The base URL, or "the embedded sandbox". */
  readonly name: string;
  readonly isSandbox: boolean;
  /** True for the test environment and for the sandbox: people can be invited and removed only there. */
  readonly isTest: boolean;
}
