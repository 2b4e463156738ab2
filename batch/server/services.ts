import type { Store } from './db/store.js';
import type { Processes } from './operations/processes.js';
import type { Readings } from './sheets/readings.js';
import type { Work } from './threads/work.js';
import type { Access } from './access/access.js';
import type { Changes } from './changes.js';
import type { ServerCheck } from './settings/serverCheck.js';
import type { SheetFiles } from './sheets/files/sheetFiles.js';

/** The dependencies of the handlers of routes. */
export interface Services {
  readonly store: Store;
  readonly work: Work;
  /** The processes that do the runs. */
  readonly processes: Processes;
  /** Reads uploaded sheets, each at most once at a time. */
  readonly readings: Readings;
  readonly access: Access;
  /** The changes that the event streams send. */
  readonly changes: Changes;
  readonly service: ServiceName;
  readonly files: SheetFiles;
  /** Checks what this process needs, for administrators. */
  readonly check: Pick<ServerCheck, 'run'>;
  readonly now: () => number;
}

/** The service that assesses, as the page shows it. */
export interface ServiceName {
  /** The base URL, or "the embedded sandbox". */
  readonly name: string;
  readonly isSandbox: boolean;
  /** True for the test environment: people can be invited and removed only there. */
  readonly isTest: boolean;
}
