import { inWords } from '../../batch/cli/wording/wording.js';
import type { SheetOperation } from '../../batch/engine/operations/sheetOperation.js';
import { type SheetStatus, createStatus } from '../../batch/engine/run/readStatus.js';
import { journalFiles, type Machine, readKnown } from './machine.js';

interface CachedStatus {
  readonly bytes: Buffer;
  readonly status: Promise<SheetStatus>;
}

/** The latest status by rows and operation, which is valid while the journal has the same bytes. */
const statusCache = new WeakMap<object, Map<string, CachedStatus>>();

/** Returns the status that `rwa status` shows or, with `readsResults`, the one that `rwa resolve` uses. */
export function readSheetStatus(
  machine: Machine,
  operation: SheetOperation,
  readsResults = false,
): Promise<SheetStatus> {
  const { rows } = machine.sheet;
  const { bytes } = machine.disk;
  const cached = statusCache.get(rows) ?? new Map<string, CachedStatus>();
  statusCache.set(rows, cached);
  const cacheKey = `${operation.command} ${readsResults}`;
  const before = cached.get(cacheKey);
  if (before?.bytes === bytes) return before.status;
  const inputs = readsResults ? { ...operation, readsResults } : operation;
  const status = read(machine, operation, inputs);
  cached.set(cacheKey, { bytes, status });
  return status;
}

async function read(
  { sheet, disk, clock }: Machine,
  operation: SheetOperation,
  inputs: SheetOperation,
): Promise<SheetStatus> {
  const known = await readKnown(disk);
  const journal = { known, files: journalFiles, findLeftBehind: () => Promise.resolve(undefined) };
  return createStatus(
    sheet.open(() => false),
    journal,
    operation,
    { inputs, omitsSentRequests: inputs === operation },
    inWords,
    clock.now(),
  );
}
