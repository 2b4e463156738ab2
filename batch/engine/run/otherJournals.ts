import { type BigIntStats, existsSync, statSync, closeSync, readdirSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isOnce } from '../../../src/operations.js';
import { isSameFile } from '../files/fileSystem.js';
import type { IntakeRow } from '../intake/intakeRow.js';
import {
  type ComputeHash,
  hashRequest,
  findRequestHash,
  createSaltedHash,
  toIdentityKey,
} from '../intake/rowKey.js';
import type { SheetInputs } from '../intake/sheetInputs.js';
import { findRecordedJournal } from '../journal/ownJournal.js';
import {
  isJournalNamed,
  isSandboxJournal,
  toOwnJournal,
  type SheetFiles,
} from '../journal/sheetFiles.js';
import { type JournalState, getAssignedId } from '../journal/journalState.js';
import {
  beginsAsJournal,
  findJournals,
  type FoundJournal,
  readUpToDamage,
} from '../journal/readJournal.js';
import { type RowState, mayHaveAssessment } from '../journal/rowState.js';
import type { JournalWithRows, LeftBehind, SentElsewhere } from './runMessages.js';
import { randomBytes } from 'node:crypto';
import { z } from 'zod/v4';
import { isHeld, toClaimsPath, createLock, readLock, UnwritableLock } from '../journal/lock.js';
import { createRowsInUseError } from './sentElsewhere.js';
import type { PlannedRow } from '../rows/plannedRow.js';

interface ReadableJournal {
  readonly states: ReadonlyMap<string, RowState>;
  readonly computeHash: ComputeHash;
  findKeyById(id: string): string | undefined;
}

interface RowsWithInputs {
  readonly rows: readonly IntakeRow[];
  readonly inputs: Pick<SheetInputs, 'name' | 'identifyTarget'>;
}

interface UsedJournal extends ReadableJournal {
  isOwnService(service: string): boolean;
  /** A person confirmed that journals of other services do not count. */
  readonly ignoresOtherServices: boolean;
}

const journalName = /^(?<sheet>.+)[.]rwa-(?:journal|sandbox)(?<command>-[a-z-]+)?[.]jsonl$/;

/**
 * Finds earlier journals with rows of a sheet, which a run would otherwise send again: the sheet
 * was renamed without its journal, or a person named another journal. Does not search if the
 * journal in use is beside its sheet and contains rows, because all earlier runs then used it.
 * Ignores journals of the sandbox, and journals whose sheet still exists, because this sheet is
 * then a copy (see `findRowsSentElsewhere`).
 */
export async function findJournalLeftBehind(
  { journal, ownJournal, lock }: Pick<SheetFiles, 'journal' | 'ownJournal' | 'lock'>,
  read: RowsWithInputs,
  used: UsedJournal,
  isOtherService = false,
): Promise<LeftBehind | undefined> {
  const isNamed = isJournalNamed({ journal, ownJournal });
  if ((!isNamed && used.states.size > 0) || isSandboxJournal(ownJournal)) return undefined;
  const inUse: JournalWithRows = { journal, rows: findRowsKnownTo(used, read, true) };
  const { command = '' } = journalName.exec(basename(ownJournal))?.groups ?? {};
  const ours = readStats(journal);
  const ignoresOtherServices = isOtherService || used.ignoresOtherServices;
  const found: JournalWithRows[] = [];
  for await (const { path, defaultPath, read: readJournal } of listJournalsNear(
    [lock, journal].map(dirname),
  )) {
    const { sheet: sheetOfJournal } = journalName.exec(basename(defaultPath))?.groups ?? {};
    // Most journals belong to sheets that exist, and reading them all would take longer than
    // reading the sheet.
    if (sheetOfJournal !== undefined && existsSync(join(dirname(defaultPath), sheetOfJournal)))
      continue;
    // A journal with a chosen name is not renamed with its sheet.
    const sheet = defaultPath === path ? sheetOfJournal : undefined;
    if (isSameFile(readStats(path), ours)) continue;
    const known = await readJournal();
    const differentService = findDifferentService(known, used);
    if (!isOfRealService(known) || (differentService !== undefined && ignoresOtherServices))
      continue;
    const theirs = findRowsKnownTo(known, read);
    if (isWithin(theirs, inUse.rows)) continue;
    const option = sheet === undefined ? toJournalOption(path, command) : undefined;
    found.push({ journal: path, rows: theirs, sheet, option, differentService });
  }
  const [most] = found.toSorted((one, other) => other.rows.size - one.rows.size);
  if (most === undefined) return undefined;
  const all = [inUse, ...found].filter(({ rows }) => rows.size > 0);
  const isEnough = all.every(({ rows }) => isWithin(rows, most.rows));
  return { journals: isEnough ? [most] : all, wanted: ownJournal, isNamed };
}

/**
 * Finds rows that were sent from other sheets in the folder, by row number: the sheet is a copy, or
 * rows were pasted into it. The other sheet need not exist any more. Skips journals that still have
 * the size in `sizes`, and updates `sizes`.
 */
export async function findRowsSentElsewhere(
  { journal, ownJournal, lock }: Pick<SheetFiles, 'journal' | 'ownJournal' | 'lock'>,
  { rows, inputs }: RowsWithInputs,
  used: UsedJournal,
  sizes = new Map<string, bigint | undefined>(),
): Promise<ReadonlyMap<number, SentElsewhere>> {
  const found = new Map<number, SentElsewhere>();
  if (rows.length === 0 || isSandboxJournal(ownJournal)) return found;
  const { command: ours } = journalName.exec(basename(ownJournal))?.groups ?? {};
  const inUse = [journal, ownJournal].map(readStats);
  for await (const { path, defaultPath, read } of listJournalsNear([dirname(lock)])) {
    const { sheet, command } = journalName.exec(basename(defaultPath))?.groups ?? {};
    if (sheet === undefined || command !== ours) continue;
    if (inUse.some((stats) => isSameFile(readStats(path), stats))) continue;
    const size = readStats(path)?.size;
    if (sizes.has(path) && sizes.get(path) === size) continue;
    sizes.set(path, size);
    const known = await read();
    if (!isOfRealService(known)) continue;
    const sent = new StatesByRequest(known, inputs, mayHaveAssessment);
    const differentService = findDifferentService(known, used);
    for (const row of rows) {
      const state = found.has(row.number) ? undefined : sent.find(row);
      if (state !== undefined)
        found.set(row.number, { sheet, id: getAssignedId(state), differentService });
    }
  }
  return found;
}

export async function findJournalWithId(
  folders: readonly string[],
  { journal }: Pick<SheetFiles, 'journal'>,
  id: string,
): Promise<string | undefined> {
  const ours = readStats(journal);
  for await (const { path, read } of listJournalsNear(folders)) {
    if (isSameFile(readStats(path), ours)) continue;
    if ((await read()).findKeyById(id) !== undefined) return path;
  }
  return undefined;
}

interface NearbyJournal extends FoundJournal {
  /** The path that the journal would have if no person had named its path. */
  readonly defaultPath: string;
}

async function* listJournalsNear(folders: readonly string[]): AsyncGenerator<NearbyJournal> {
  for await (const { path, read } of findJournals(folders)) yield { path, defaultPath: path, read };
  for (const folder of new Set(folders)) {
    for (const name of await readdir(folder).catch(() => [])) {
      const defaultPath = toOwnJournal(join(folder, name));
      const path = defaultPath === undefined ? undefined : findRecordedJournal(join(folder, name));
      if (defaultPath === undefined || path === undefined || !beginsAsJournal(path)) continue;
      yield { path, defaultPath, read: () => readUpToDamage(path) };
    }
  }
}

function isWithin(rows: ReadonlySet<number>, others: ReadonlySet<number>): boolean {
  return [...rows].every((row) => others.has(row));
}

/**
 * Returns the rows that a journal contains as sent; for the journal in use, all rows that it
 * contains.
 */
function findRowsKnownTo(
  known: ReadableJournal,
  { rows, inputs }: RowsWithInputs,
  isInUse = false,
): ReadonlySet<number> {
  const sent = new StatesByRequest(known, inputs, ({ state }) => isInUse || state !== 'Ready');
  // The keys of the rows are hashes of the journal in use, so no other journal contains them.
  const isKnown = (row: IntakeRow) =>
    (isInUse && known.states.has(row.key)) ||
    known.findKeyById(row.previous?.id ?? '') !== undefined ||
    sent.find(row) !== undefined;
  return new Set(rows.filter(isKnown).map(({ number }) => number));
}

/**
 * A person must not be invited twice, so an invitation is found by its identity. Any other row is
 * found by its request or an equal request.
 */
class StatesByRequest {
  readonly #computeHash: ComputeHash;
  readonly #inputs: RowsWithInputs['inputs'];
  readonly #states = new Map<string, RowState>();

  constructor(
    { states, computeHash }: ReadableJournal,
    inputs: RowsWithInputs['inputs'],
    isCounted: (state: RowState) => boolean,
  ) {
    this.#computeHash = computeHash;
    this.#inputs = inputs;
    const isByTarget = getInvitationTarget(inputs) !== undefined;
    for (const [key, state] of states) {
      const ofKey = findRequestHash(key);
      const hash = isByTarget ? ofKey : (state.request ?? ofKey);
      if (hash !== undefined && isCounted(state)) this.#states.set(hash, state);
    }
  }

  find(row: IntakeRow): RowState | undefined {
    if (this.#states.size === 0) return undefined;
    const hashes = computeHashes(row, this.#inputs, this.#computeHash);
    return hashes.map((hash) => this.#states.get(hash)).find((state) => state !== undefined);
  }
}

function getInvitationTarget({
  name,
  identifyTarget,
}: RowsWithInputs['inputs']): SheetInputs['identifyTarget'] {
  return isOnce(name) ? identifyTarget : undefined;
}

/**
 * Returns the hashes under which another journal may contain a row: for an invitation, that of its
 * identity; for any other row, those of its request and equal requests.
 */
function computeHashes(
  { inputs: request, otherInputs = [] }: Pick<IntakeRow, 'inputs' | 'otherInputs'>,
  inputs: RowsWithInputs['inputs'],
  computeHash: ComputeHash,
): readonly string[] {
  if (request === undefined) return [];
  const identifyTarget = getInvitationTarget(inputs);
  return identifyTarget === undefined
    ? [request, ...otherInputs].map((equal) => hashRequest(equal, computeHash))
    : [toIdentityKey(identifyTarget(request), computeHash)];
}

/** Returns false for a journal of the built-in sandbox. */
function isOfRealService({ service = '' }: JournalState): boolean {
  return URL.canParse(service);
}

function findDifferentService(
  { service = '' }: JournalState,
  used: UsedJournal,
): string | undefined {
  return used.isOwnService(service) ? undefined : service;
}

/**
 * Returns the value of `--journal`, which lacks the name of the command; undefined if the path does
 * not end with that name.
 */
function toJournalOption(path: string, command: string): string | undefined {
  const end = `${command}.jsonl`;
  if (command === '') return path;
  return path.endsWith(end) ? `${path.slice(0, -end.length)}.jsonl` : undefined;
}

function readStats(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}

/**
 * The content of the file beside a run's lock that lists the rows to send. A run with a copy of the
 * sheet needs the list, because a row enters the journal only right before it is sent.
 */
const claimsSchema = z.object({
  command: z.string(),
  salt: z.string(),
  requests: z.array(z.string()),
});

interface ClaimedRows {
  readonly rows: readonly PlannedRow[];
  readonly inputs: Pick<SheetInputs, 'name' | 'identifyTarget'>;
}

/**
 * Throws a SheetInUse if another run claims one of the rows. The claim is written before the claims
 * of other runs are checked, so that of two simultaneous runs at least one finds the other.
 */
export function claimRows(sheet: string, files: SheetFiles, claimed: ClaimedRows): () => void {
  const path = toClaimsPath(files.lock);
  const salt = randomBytes(16).toString('hex');
  const computeHash = createSaltedHash(salt);
  const { rows, inputs } = claimed;
  const requests = rows.flatMap((row) => computeHashes(row, inputs, computeHash));
  if (requests.length === 0 || isSandboxJournal(files.ownJournal)) return () => undefined;
  const text = JSON.stringify({ command: readCommand(files), salt, requests });
  const release = () => {
    rmSync(path, { force: true });
  };
  try {
    release();
    const descriptor = createLock(path, text, sheet);
    if (descriptor !== undefined) closeSync(descriptor);
  } catch (error) {
    // The folder of the sheet is not writable, so it has no journals either.
    if (error instanceof UnwritableLock) return () => undefined;
    throw error;
  }
  try {
    assertUnclaimed(files, claimed);
  } catch (error) {
    release();
    throw error;
  }
  return release;
}

export function assertUnclaimed(files: SheetFiles, { rows, inputs }: ClaimedRows): void {
  if (isSandboxJournal(files.ownJournal)) return;
  const folder = dirname(files.lock);
  const ours = basename(toClaimsPath(files.lock));
  const end = toClaimsPath('.lock');
  for (const name of readdirSync(folder)) {
    const { sheet } = journalName.exec(name.slice(0, -end.length))?.groups ?? {};
    if (!name.endsWith(end) || name === ours || sheet === undefined) continue;
    const found = readLock(join(folder, name));
    if (found === undefined || !isHeld(join(folder, name.slice(0, -end.length) + '.lock')))
      continue;
    const isClaimed = createClaimTest(found.text, readCommand(files), inputs);
    const shared = rows.filter(isClaimed);
    if (shared.length === 0) continue;
    throw createRowsInUseError(shared, sheet);
  }
}

/** While the file is incomplete, every row counts as claimed. */
function createClaimTest(
  text: string,
  command: string,
  inputs: ClaimedRows['inputs'],
): (row: PlannedRow) => boolean {
  let claims: z.infer<typeof claimsSchema>;
  try {
    claims = claimsSchema.parse(JSON.parse(text));
  } catch {
    return () => true;
  }
  if (claims.command !== command) return () => false;
  const computeHash = createSaltedHash(claims.salt);
  const requests = new Set(claims.requests);
  return (row) => computeHashes(row, inputs, computeHash).some((request) => requests.has(request));
}

function readCommand({ ownJournal }: Pick<SheetFiles, 'ownJournal'>): string {
  return journalName.exec(basename(ownJournal))?.groups?.command ?? '';
}
