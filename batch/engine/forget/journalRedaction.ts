import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { rewrite } from '../files/fileSystem.js';
import {
  toFollowingKey,
  getFollowedAssessment,
  toFoundKey,
  findRequestHash,
  toIdentityKey,
} from '../intake/rowKey.js';
import type { Fact, RowFact, RunFact } from '../journal/facts.js';
import { toSheetFiles } from '../journal/sheetFiles.js';
import { hashForgottenId, JournalState } from '../journal/journalState.js';
import { forEachLine } from '../journal/readJournal.js';
import { isUnconfirmed } from '../journal/settle.js';
import { sheetOperations } from '../operations/operations.js';
import type { SheetOperation } from '../operations/sheetOperation.js';

export interface Person {
  /** The Employee ID or Staff ID as it was sent; in a sheet of decisions, the Assessment ID. */
  readonly employeeId: string;
  /** Rows of the sheet that later runs must not send, even if they were never sent. */
  readonly keys: readonly string[];
  /** IDs that the service assigned, from the sheet or another journal. */
  readonly ids: readonly string[];
}

interface JournalKind {
  /** True if the key of a row is the hash of its request, not of an ID or an email address. */
  readonly keyIsRequest: boolean;
  readonly keysAre?: 'employeeId' | 'assessmentId';
  /** True if sending again is harmless. Unconfirmed requests then need not be resolved first. */
  readonly isRepeatable: boolean;
}

/** The plan to remove a person from a journal. */
export interface JournalRedaction {
  readonly path: string;
  readonly entries: number;
  /** The number of request hashes to keep, so that the requests are not sent again. */
  readonly kept: number;
  readonly ids: readonly string[];
  /** Requests that may have taken effect, and must be resolved first. */
  readonly unconfirmed: number;
  /** True if there is something to remove, or a row to protect from being sent. */
  readonly needsRewrite: boolean;
  /** Replaces the journal atomically. The caller must hold the lock of the sheet. */
  write(): Promise<void>;
}

/**
 * Keeps a hash of each of the person's requests, except removals of access, so that the row is not
 * sent again. A missing journal counts as empty. Throws an OperatingError if it is damaged.
 */
export async function planRedaction(
  path: string,
  person: Person,
  kind: JournalKind,
  run: RunFact,
): Promise<JournalRedaction> {
  const journalState = new JournalState();
  const lines: { readonly line: Buffer; readonly fact: Fact }[] = [];
  await forEachLine(path, ({ line, fact }) => {
    journalState.apply(fact);
    // Copies the line, because it shares the memory of a larger block of the file.
    lines.push({ line: Buffer.from(line), fact });
  });
  const { keys, ids } = findKeysAndIds(person, kind, journalState, lines);
  const isOfPerson = ({ fact }: { readonly fact: Fact }) => 'row' in fact && keys.has(fact.row);
  const personFacts = lines.filter(isOfPerson).map(({ fact }) => fact as RowFact);
  const forgottenFacts = personFacts.filter((fact) => fact.fact === 'forgotten');
  const hashes = new Set([
    ...forgottenFacts.flatMap((fact) => fact.ids),
    ...[...ids].map(hashForgottenId),
  ]);
  // The keys of removals are hashes of the Staff ID, and removing access twice changes nothing.
  const keepsKeys = kind.keysAre !== 'employeeId' && lines.length > 0;
  const forgottenKeys = keepsKeys ? [...findRequests(keys, personFacts, kind)] : [];
  const isListed = lines.some(({ fact }) => listsIds(fact, ids));
  const isForgotten = (row: string) => journalState.states.get(row)?.state === 'Forgotten';
  const entries = personFacts.length - forgottenFacts.length;
  const unconfirmed = kind.isRepeatable
    ? 0
    : [...keys].filter((key) => isUnconfirmed(journalState.states.get(key))).length;
  return {
    path,
    entries,
    unconfirmed,
    kept: forgottenKeys.length,
    ids: [...ids],
    needsRewrite: entries > 0 || isListed || !forgottenKeys.every(isForgotten),
    write: async () => {
      const kept = lines
        .filter((line) => !isOfPerson(line))
        .map(({ line, fact }) => removeIds(line, fact, ids));
      // One fact with the hashes of the IDs is enough.
      const forgotten = forgottenKeys.map((row, index): Fact => {
        return { fact: 'forgotten', row, ids: index === 0 ? [...hashes] : [], at: run.at };
      });
      const added = [run, ...forgotten].map((fact) => Buffer.from(JSON.stringify(fact)));
      const all = [...kept, ...added].flatMap((line) => [line, Buffer.from('\n')]);
      await rewrite(path, await stat(path), Buffer.concat(all));
    },
  };
}

interface JournalOfSheet {
  readonly path: string;
  readonly operation: SheetOperation;
}

export function listJournals({
  path,
  ...options
}: {
  readonly path: string;
  readonly journal?: string | undefined;
  readonly sandbox?: boolean | undefined;
}): JournalOfSheet[] {
  const seen = new Set<string>();
  return journalOperations.flatMap((operation) =>
    [options.journal, undefined].flatMap((journal) => {
      const file = toSheetFiles(path, { ...options, journal, command: operation.command }).journal;
      if (seen.has(file)) return [];
      seen.add(file);
      return [{ path: file, operation }];
    }),
  );
}

export function listJournalCommands(path: string): string[] {
  return journalOperations
    .map(({ command }) => command)
    .filter((command) => existsSync(toSheetFiles(path, { command }).journal));
}

export function toJournalKind({
  keysAre,
  identifyTarget,
  repeatable,
}: SheetOperation): JournalKind {
  return {
    keyIsRequest: identifyTarget === undefined,
    isRepeatable: repeatable,
    ...(keysAre === undefined ? {} : { keysAre }),
  };
}

function findKeysAndIds(
  { employeeId, keys: sheetKeys, ids: sheetIds }: Person,
  { keysAre }: JournalKind,
  journalState: JournalState,
  lines: readonly { readonly fact: Fact }[],
): { readonly keys: ReadonlySet<string>; readonly ids: ReadonlySet<string> } {
  const { computeHash } = journalState;
  const employee = toIdentityKey(employeeId, computeHash);
  const keyHashes = new Set(
    keysAre === 'employeeId'
      ? [employee]
      : keysAre === 'assessmentId'
        ? sheetIds.map((id) => toIdentityKey(id, computeHash))
        : [],
  );
  const idsByKey = Map.groupBy(
    lines.flatMap(({ fact }) => {
      if (fact.fact === 'created') return [[fact.row, fact.assessmentId] as const];
      return fact.fact === 'done' && fact.id !== undefined ? [[fact.row, fact.id] as const] : [];
    }),
    ([row]) => row,
  );
  const belongsToOther = (key: string) =>
    (journalState.states.get(key)?.employee ?? employee) !== employee;
  const keys = new Set<string>();
  // A person may have copied result cells from somebody else's row.
  const ids = new Set(sheetIds.filter((id) => !belongsToOther(journalState.findKeyById(id) ?? '')));
  const toVisit = [...sheetKeys];
  for (const [key, state] of journalState.states) {
    const hasKey = keyHashes.has(findRequestHash(key) ?? '');
    if (state.employee === employee || hasKey) toVisit.push(key);
  }
  for (const id of ids)
    toVisit.push(journalState.findKeyById(id) ?? '', toFoundKey(id), toFollowingKey(id));
  for (let key = toVisit.pop(); key !== undefined; key = toVisit.pop()) {
    if (key === '' || keys.has(key) || belongsToOther(key)) continue;
    keys.add(key);
    const previousId = getFollowedAssessment(key);
    const ownIds = [
      ...(idsByKey.get(key) ?? []).map(([, id]) => id),
      ...(previousId ? [previousId] : []),
    ];
    for (const id of ownIds) {
      const owner = journalState.findKeyById(id);
      // An ID that was detached from the row may now belong to another person's row.
      if (owner !== undefined && belongsToOther(owner)) continue;
      ids.add(id);
      toVisit.push(owner ?? '', toFoundKey(id), toFollowingKey(id));
    }
  }
  return { keys, ids };
}

/** Returns the keys under which a person's requests would be sent again. */
function findRequests(
  keys: ReadonlySet<string>,
  facts: readonly RowFact[],
  { keyIsRequest }: JournalKind,
): ReadonlySet<string> {
  const requests = new Set<string>();
  for (const key of keys) if (findRequestHash(key) !== undefined) requests.add(key);
  if (!keyIsRequest) return requests;
  for (const fact of facts) {
    if ('request' in fact && (fact.request ?? '') !== '') requests.add(fact.request ?? '');
  }
  return requests;
}

type FactWithList = Extract<Fact, { fact: 'written' | 'displaced' }>;

function listsIds(fact: Fact, ids: ReadonlySet<string>): fact is FactWithList {
  return 'ids' in fact && fact.fact !== 'forgotten' && fact.ids.some((id) => ids.has(id));
}

function removeIds(line: Buffer, fact: Fact, ids: ReadonlySet<string>): Buffer {
  if (!listsIds(fact, ids)) return line;
  return Buffer.from(JSON.stringify({ ...fact, ids: fact.ids.filter((id) => !ids.has(id)) }));
}

/** Decisions are last: `planForgetting` finds them by the IDs in the other journals. */
const journalOperations = Object.values(sheetOperations)
  .filter(({ isInRounds }) => isInRounds !== true)
  .toSorted((a, b) => Number(namesAssessment(a)) - Number(namesAssessment(b)));

function namesAssessment({ keysAre }: SheetOperation): boolean {
  return keysAre === 'assessmentId';
}
