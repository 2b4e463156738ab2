import { inWords } from '../../batch/cli/wording/wording.js';
import type { SheetOperation } from '../../batch/engine/operations/sheetOperation.js';
import { type SheetStatus, statusOf } from '../../batch/engine/run/readStatus.js';
import { journalFiles, type Machine, knownOn } from './machine.js';

interface Told {
  readonly bytes: Buffer;
  readonly status: Promise<SheetStatus>;
}

/** What was said last of the rows of a sheet, by what was asked: nothing else is said of the same. */
const toldOf = new WeakMap<object, Map<string, Told>>();

/** What `rwa status` says of the sheet, or `rwa resolve`, which also reads the results in it. */
export function statusNow(
  machine: Machine,
  operation: SheetOperation,
  readsResults = false,
): Promise<SheetStatus> {
  const { rows } = machine.sheet;
  const { bytes } = machine.disk;
  const told = toldOf.get(rows) ?? new Map<string, Told>();
  toldOf.set(rows, told);
  const asked = `${operation.command} ${readsResults}`;
  const before = told.get(asked);
  if (before?.bytes === bytes) return before.status;
  const inputs = readsResults ? { ...operation, readsResults } : operation;
  const status = read(machine, operation, inputs);
  told.set(asked, { bytes, status });
  return status;
}

async function read(
  { sheet, disk, clock }: Machine,
  operation: SheetOperation,
  inputs: SheetOperation,
): Promise<SheetStatus> {
  const known = await knownOn(disk);
  const journal = { known, files: journalFiles, leftBehind: () => Promise.resolve(undefined) };
  return statusOf(
    sheet.open(() => false),
    journal,
    operation,
    { inputs },
    inWords,
    clock.now(),
  );
}
