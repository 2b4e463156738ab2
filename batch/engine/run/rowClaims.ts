import { closeSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { z } from 'zod/v4';
import { hashKeyedBy } from '../intake/rowKey.js';
import type { SheetInputs } from '../intake/sheetInputs.js';
import { isSandboxJournal, type SheetFiles } from '../journal/files.js';
import { isHeld } from '../journal/lock.js';
import { claimsBeside, createLock, readLock, UnwritableLock } from '../journal/lockFile.js';
import type { PlannedRow } from '../rows/rowStatus.js';
import { hashesInOtherJournal, journalName } from './leftBehind.js';
import { rowsInUse } from './sentElsewhere.js';

/**
 * The content of the file beside a run's lock that lists the rows to send. A run in the same folder
 * with a copy of the sheet needs it, because the journal contains a row only after it was sent.
 */
const claimsSchema = z.object({
  command: z.string(),
  salt: z.string(),
  requests: z.array(z.string()),
});

/** Rows that a run is about to send, and the inputs of its operation. */
interface Rows {
  readonly rows: readonly PlannedRow[];
  readonly inputs: Pick<SheetInputs, 'name' | 'identifyCase'>;
}

/**
 * Claims rows for this run, and returns the function that ends the claim. Throws a SheetInUse if
 * another run claims one of them. It writes its own claim before it checks others, so that of two
 * simultaneous runs at least one finds the other.
 */
export function claimRows(sheet: string, files: SheetFiles, claimed: Rows): () => void {
  const path = claimsBeside(files.lock);
  const salt = randomBytes(16).toString('hex');
  const hashOf = hashKeyedBy(salt);
  const { rows, inputs } = claimed;
  const requests = rows.flatMap((row) => hashesInOtherJournal(row, inputs, hashOf));
  if (requests.length === 0 || isSandboxJournal(files.ownJournal)) return () => undefined;
  const text = JSON.stringify({ command: readCommand(files), salt, requests });
  const release = () => {
    rmSync(path, { force: true });
  };
  try {
    release();
    const made = createLock(path, text, sheet);
    if (made !== undefined) closeSync(made);
  } catch (error) {
    // The folder of the sheet is not writable, so it has no journals either.
    if (error instanceof UnwritableLock) return () => undefined;
    throw error;
  }
  try {
    refuseClaimed(files, claimed);
  } catch (error) {
    release();
    throw error;
  }
  return release;
}

/** Throws a SheetInUse if another run with a sheet in the folder is sending one of these rows. */
export function refuseClaimed(files: SheetFiles, { rows, inputs }: Rows): void {
  if (isSandboxJournal(files.ownJournal)) return;
  const folder = dirname(files.lock);
  const ours = basename(claimsBeside(files.lock));
  const end = claimsBeside('.lock');
  for (const name of readdirSync(folder)) {
    const { sheet } = journalName.exec(name.slice(0, -end.length))?.groups ?? {};
    if (!name.endsWith(end) || name === ours || sheet === undefined) continue;
    const found = readLock(join(folder, name));
    if (found === undefined || !isHeld(join(folder, name.slice(0, -end.length) + '.lock')))
      continue;
    const isClaimed = claimedIn(found.text, readCommand(files), inputs);
    const shared = rows.filter(isClaimed);
    if (shared.length === 0) continue;
    throw rowsInUse(shared, sheet);
  }
}

/** Returns a function that returns true for claimed rows; for all rows while the file is incomplete. */
function claimedIn(
  text: string,
  command: string,
  inputs: Rows['inputs'],
): (row: PlannedRow) => boolean {
  let claims: z.infer<typeof claimsSchema>;
  try {
    claims = claimsSchema.parse(JSON.parse(text));
  } catch {
    return () => true;
  }
  if (claims.command !== command) return () => false;
  const hashOf = hashKeyedBy(claims.salt);
  const requests = new Set(claims.requests);
  return (row) =>
    hashesInOtherJournal(row, inputs, hashOf).some((request) => requests.has(request));
}

/** Returns the command in the name of the journal; assess and reassess share one. */
function readCommand({ ownJournal }: Pick<SheetFiles, 'ownJournal'>): string {
  return journalName.exec(basename(ownJournal))?.groups?.command ?? '';
}
