import type { Subject } from '../../engine/forget/forgetting.js';
import type { IntakeOptions } from '../../engine/intake/intakeOptions.js';
import type { SheetFiles } from '../../engine/journal/sheetFiles.js';
import { inWords } from '../wording/wording.js';
import type { ForgetTarget } from '../output/forgetText.js';
import { type StatusRow, readStatus, type SheetStatus } from '../../engine/run/readStatus.js';
import { readIntakeOptions } from './intakeOptions.js';
import {
  type JournalOptions,
  type OperationOption,
  toSheetFlags,
  type SheetOptions,
} from './options.js';
import { findPersonId, readPersonId } from './person.js';

export interface ForgetFlags
  extends SheetOptions, OperationOption, Pick<JournalOptions, 'journal'> {
  row?: number;
  employee?: string;
  yes?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

export interface PersonRows {
  readonly status: SheetStatus;
  readonly rows: readonly StatusRow[];
  readonly intake: IntakeOptions;
  readonly person: ForgetTarget;
}

export async function findPersonRows(
  path: string,
  files: SheetFiles,
  flags: ForgetFlags,
): Promise<PersonRows> {
  const operation = flags.for;
  const options = await readIntakeOptions(operation, flags);
  const inputs = { ...options.inputs, readsResults: true };
  const intake = { ...options, inputs, visibleOnly: false };
  const status = await readStatus(path, files, operation, intake, inWords);
  const id = findPersonId(status, operation, flags, options);
  const rows = status.rows.filter((row) => readPersonId(row, operation) === id);
  const person: ForgetTarget = {
    path,
    kind: operation.command === 'decide' ? 'assessment' : 'employee',
    id,
    rows: rows.map(({ planned }) => planned.number),
    hasJournal: status.service !== undefined,
    // These options are suggested for other files, which may have other worksheets and another
    // heading row.
    flags: { ...toSheetFlags(flags), sheet: undefined, headerRow: undefined },
  };
  return { status, rows, intake, person };
}

export function createSubject(path: string, flags: ForgetFlags, sheet: PersonRows): Subject {
  const { status, rows, intake, person } = sheet;
  // A row without an assessment has an empty ID, which every file contains.
  const shownIds = rows
    .map(({ planned }) => planned.previous?.id ?? '')
    .filter((shownId) => shownId !== '');
  return {
    path,
    journal: flags.journal,
    operation: flags.for,
    employeeId: person.id,
    column: { field: flags.for.subject, intake },
    keys: rows.map(({ planned }) => planned.key).concat(findCurrentKeys(rows, status)),
    ids: person.kind === 'assessment' ? [...shownIds, person.id] : shownIds,
  };
}

function findCurrentKeys(rows: readonly StatusRow[], { intakeRows }: SheetStatus): string[] {
  const numbers = new Set(rows.map(({ planned }) => planned.number));
  return intakeRows.flatMap(({ number, key }) => (numbers.has(number) ? [key] : []));
}
