import { existsSync } from 'node:fs';
import { SheetError } from '../../../sheets/sheet.js';
import { UsageError } from '../../engine/errors.js';
import { filesOf } from '../../engine/journal/files.js';
import { assess } from '../../engine/operations/assess.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { readStatus } from '../../engine/run/readStatus.js';
import type { StatusRow } from '../../engine/run/statusRow.js';
import { inWords } from '../wording/wording.js';
import { intakeOptions } from './intakeOptions.js';
import type { RunFlags } from './runFlags.js';

/**
 * Rows whose Assessment ID is not that of their assessment, as the journal of the assessments beside the
 * sheet says: a decision would be recorded for another row's, or for inputs that the row no longer has.
 * None for other operations, and where no assessments were made from the sheet.
 */
export async function doubtfulRows(
  { name }: SheetOperation,
  input: string,
  flags: RunFlags,
): Promise<ReadonlySet<number>> {
  if (name !== 'rwa_update') return new Set();
  const files = filesOf(input, { ...flags, command: assess.command });
  if (!existsSync(files.journal)) return new Set();
  try {
    // These two are about the inputs of a decision.
    const { columns: _, set: __, ...reading } = flags;
    const intake = await intakeOptions(assess, reading);
    const { rows } = await readStatus(input, files, assess, intake, inWords);
    return new Set(rows.filter(isDoubtful).map(({ planned }) => planned.number));
  } catch (error) {
    // A sheet that only has decisions has no inputs of assessments.
    if (error instanceof UsageError || error instanceof SheetError) return new Set();
    throw error;
  }
}

function isDoubtful({ planned, report }: StatusRow): boolean {
  const id = planned.previous?.id ?? '';
  if (id === '') return false;
  return planned.blocked !== undefined || (report.assessmentId ?? id) !== id;
}
