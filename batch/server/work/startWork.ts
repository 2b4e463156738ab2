import type { Changes } from '../changes.js';
import type { ThreadData } from './calls.js';
import { type SheetFacts, Threads } from './threads.js';
import type { Work } from './work.js';

/** What the work needs to know; `folder` is the data folder. */
export interface WorkSettings extends ThreadData {
  readonly changes: Changes;
  readonly facts: SheetFacts;
}

/** Starts the work, and goes on with the runs that were under way when the process ended. */
export function startWork({ changes, facts, ...data }: WorkSettings): Promise<Work> {
  return Promise.resolve(new Threads(data, changes, facts));
}
