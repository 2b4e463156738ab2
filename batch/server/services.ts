import type { Store } from './db/store.js';
import type { Processes } from './operations/processes.js';
import type { Readings } from './sheets/readings.js';
import type { Work } from './threads/work.js';
import type { Access } from './access/access.js';
import type { Changes } from './changes.js';
import type { ServerCheck } from './settings/serverCheck.js';
import type { SheetFiles } from './sheets/files/sheetFiles.js';

export interface Services {
  readonly store: Store;
  readonly work: Work;
  readonly processes: Processes;
  /** At most one reading of each sheet runs at a time. */
  readonly readings: Readings;
  readonly access: Access;
  readonly changes: Changes;
  readonly service: ServiceFacts;
  readonly files: SheetFiles;
  readonly check: Pick<ServerCheck, 'run'>;
  readonly now: () => number;
}

export interface ServiceFacts {
  /** The base URL, or "the embedded sandbox". */
  readonly name: string;
  readonly isSandbox: boolean;
  /** True for the test environment and the sandbox: people can be invited and removed only there. */
  readonly isTest: boolean;
}
