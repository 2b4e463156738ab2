import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { UsageError } from '../errors.js';
import type { Message } from '../message.js';
import { JournalState } from './journalState.js';
import { forEachLine } from './readJournal.js';

/** A journal that was found. */
export interface FoundJournal {
  readonly path: string;
  /**
   * Reads the facts up to the first damaged line. Throws an OperatingError if a newer version of
   * rwa wrote the journal.
   */
  readonly read: () => Promise<JournalState>;
}

/** The first bytes of every journal. */
const firstBytes = Buffer.from('{"fact":"journal",');

/** The names of drafts that killed processes left. */
const draft = /^[.]splice-/;

/**
 * Yields the journals in these folders, whatever their names. Reads only the first bytes of each
 * file, and skips files that it cannot read.
 */
export async function* findJournals(folders: readonly string[]): AsyncGenerator<FoundJournal> {
  const seen = new Set<string>();
  for (const folder of folders) {
    if (seen.has(resolve(folder))) continue;
    seen.add(resolve(folder));
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name);
      const mayBeFile = entry.isFile() || entry.isSymbolicLink();
      if (!mayBeFile || draft.test(entry.name) || !beginsAsJournal(path)) continue;
      yield { path, read: () => knownIn(path) };
    }
  }
}

/** True for a journal of any name; false for a file that cannot be read. */
export function beginsAsJournal(path: string): boolean {
  let descriptor: number | undefined;
  try {
    // Opening a pipe, such as through a link, would block.
    if (!statSync(path).isFile()) return false;
    descriptor = openSync(path, 'r');
    const start = Buffer.alloc(firstBytes.length);
    readSync(descriptor, start);
    return start.equals(firstBytes);
  } catch {
    return false;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function isOfNewerVersion({ code }: Message): boolean {
  return code === 'journalOfNewerVersion';
}

async function knownIn(path: string): Promise<JournalState> {
  const known = new JournalState();
  try {
    await forEachLine(path, ({ fact }) => {
      known.learn(fact);
    });
  } catch (error) {
    if (!(error instanceof UsageError) || error.said.some(isOfNewerVersion)) throw error;
  }
  return known;
}
