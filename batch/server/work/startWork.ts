import type { Changes } from '../changes.js';
import type { ThreadData } from './calls.js';
import { Threads } from './threads.js';
import type { Work } from './work.js';

/** What the work needs to know; `folder` is the data folder. */
export interface WorkSettings extends ThreadData {
  readonly changes: Changes;
  /** True for a sheet that takes much memory while it is read. */
  readonly isLarge: (sheet: string) => boolean;
}

/** Starts the work, and goes on with the runs that were under way when the process ended. */
export function startWork({ changes, isLarge, ...data }: WorkSettings): Promise<Work> {
  return Promise.resolve(new Threads(data, changes, isLarge));
}
