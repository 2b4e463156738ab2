import { inWords } from '../../batch/cli/wording/wording.js';
import type { SheetOperation } from '../../batch/engine/operations/sheetOperation.js';
import { type SheetStatus, statusOf } from '../../batch/engine/run/readStatus.js';
import { journalFiles, type Machine, knownOn } from './machine.js';

/** What `rwa status` says of the sheet, or `rwa resolve`, which also reads the results in it. */
export async function statusNow(
  { sheet, disk, clock }: Machine,
  operation: SheetOperation,
  readsResults = false,
): Promise<SheetStatus> {
  const known = await knownOn(disk);
  const journal = { known, files: journalFiles, leftBehind: () => Promise.resolve(undefined) };
  const inputs = readsResults ? { ...operation, readsResults } : operation;
  return statusOf(
    sheet.open(() => false),
    journal,
    operation,
    { inputs },
    inWords,
    clock.now(),
  );
}
