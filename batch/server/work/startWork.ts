import type { Connection } from '../../http/connection.js';
import type { ServiceName } from '../api/services.js';
import type { Changes } from '../changes.js';
import type { Work } from './work.js';

/** What the work needs to know. */
export interface WorkSettings {
  /** The data folder. */
  readonly folder: string;
  readonly connection: Connection;
  readonly service: ServiceName;
  readonly changes: Changes;
}

/** Starts the work, and goes on with the runs that were under way when the process ended. */
export function startWork(settings: WorkSettings): Promise<Work> {
  throw new Error(`There is no work yet for ${settings.folder}.`);
}
