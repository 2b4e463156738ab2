import type { StoredJournal } from '../../batch/engine/journal/storedJournal.js';
import type { JournalState } from '../../batch/engine/journal/journalState.js';
import type { VirtualClock } from './clock.js';
import type { JournalDisk } from './journalDisk.js';
import type { ScriptedNetwork } from './network.js';
import type { RunProcess } from './process.js';
import type { SharedSheet } from './sheet.js';

/** The machine of the runs: one sheet, its journal and its lock. */
export interface Machine {
  readonly clock: VirtualClock;
  readonly network: ScriptedNetwork;
  readonly sheet: SharedSheet;
  /** The journal's disk, which a person may replace. */
  disk: JournalDisk;
  /** The journal that a person deleted during a run: requests that it records may still be sent. */
  deleted: JournalDisk | undefined;
  /** The journal that a run saved after its own was lost. The message asks a person to put it in place. */
  recovered: JournalDisk | undefined;
  /** The process with the lock of the sheet. */
  holder: RunProcess | undefined;
}

/** The names of the journal and its lock in messages. */
export const journalFiles = { journal: 'journal', ownJournal: 'journal', lock: 'lock' };

export const serviceUrl = 'https://service.example/api/1.1/wf';

/** Journals that were read, by the bytes of their disk. Each change replaces this buffer. */
const journalsByBytes = new WeakMap<Buffer, Promise<StoredJournal>>();

/** Reads the state of a journal without opening it for writing. */
export async function readKnown(disk: JournalDisk): Promise<JournalState> {
  const stored = journalsByBytes.get(disk.bytes) ?? readDisk(disk);
  journalsByBytes.set(disk.bytes, stored);
  return (await stored).known;
}

/** Returns the IDs that a person has rejected for their rows. */
export function findRejectedIds({ states }: JournalState): ReadonlySet<string> {
  return new Set(states.values().flatMap(({ rejectedIds = [] }) => rejectedIds));
}

export function readDisk(disk: JournalDisk): Promise<StoredJournal> {
  return disk.read('the journal');
}
