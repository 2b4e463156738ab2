import type { StoredJournal } from '../../batch/engine/journal/storedJournal.js';
import type { JournalState } from '../../batch/engine/journal/journalState.js';
import type { VirtualClock } from './clock.js';
import type { JournalDisk } from './journalDisk.js';
import type { ScriptedNetwork } from './network.js';
import type { RunProcess } from './process.js';
import type { SheetOfPeople } from './sheet.js';

/** The machine on which runs start and die: one sheet, its journal and its lock. */
export interface Machine {
  readonly clock: VirtualClock;
  readonly network: ScriptedNetwork;
  readonly sheet: SheetOfPeople;
  /** A person may put another one in its place. */
  disk: JournalDisk;
  /** As it was when a person has deleted it under a run: what waits for its turn may still go out. */
  deleted: JournalDisk | undefined;
  /** What a run has saved that found its journal gone: a person is told to put it in place. */
  recovered: JournalDisk | undefined;
  holder: RunProcess | undefined;
}

/** What a person knows the journal and its lock by. */
export const journalFiles = { journal: 'journal', ownJournal: 'journal', lock: 'lock' };

export const serviceUrl = 'https://service.example/api/1.1/wf';

/** Of the bytes of each disk that was looked at; one that is appended to has others. */
const knownOf = new WeakMap<Buffer, Promise<StoredJournal>>();

/** What a disk says to whoever only looks at it. */
export async function knownOn(disk: JournalDisk): Promise<JournalState> {
  const stored = knownOf.get(disk.bytes) ?? readDisk(disk);
  knownOf.set(disk.bytes, stored);
  return (await stored).known;
}

/** The ids of which a person has said that they are not their rows'. */
export function takenIds({ states }: JournalState): ReadonlySet<string> {
  return new Set(states.values().flatMap(({ rejectedIds = [] }) => rejectedIds));
}

/** What the lines on a disk say. */
export function readDisk(disk: JournalDisk): Promise<StoredJournal> {
  return disk.read('the journal');
}
