import type { Subject } from '../../engine/forget/forgetting.js';
import type { IntakeOptions } from '../../engine/intake/intakeOptions.js';
import type { SheetFiles } from '../../engine/journal/sheetFiles.js';
import { inWords } from '../wording/wording.js';
import type { Forgotten } from '../output/forgetText.js';
import { type StatusRow, readStatus, type SheetStatus } from '../../engine/run/readStatus.js';
import { intakeOptions } from './intakeOptions.js';
import type { JournalOptions, OperationOption, SheetOptions } from './options.js';
import { personIn, personOf } from './person.js';

/** The flags of `rwa forget`. */
export interface ForgetFlags
  extends SheetOptions, OperationOption, Pick<JournalOptions, 'journal'> {
  row?: number;
  employee?: string;
  yes?: boolean;
  json?: boolean;
}

/** A person, and the rows of the sheet that are theirs. */
export interface Theirs {
  readonly status: SheetStatus;
  readonly theirs: readonly StatusRow[];
  readonly intake: IntakeOptions;
  readonly person: Forgotten;
}

/** Finds the person that the flags name, and their rows. */
export async function theirsIn(
  path: string,
  files: SheetFiles,
  flags: ForgetFlags,
): Promise<Theirs> {
  const operation = flags.for;
  const options = await intakeOptions(operation, flags);
  const inputs = { ...options.inputs, readsResults: true };
  const intake = { ...options, inputs, visibleOnly: false };
  const status = await readStatus(path, files, operation, intake, inWords);
  const id = personIn(status, operation, flags, options);
  const theirs = status.rows.filter((row) => personOf(row, operation) === id);
  const person: Forgotten = {
    path,
    what: operation.command === 'decide' ? 'assessment' : 'employee',
    id,
    rows: theirs.map(({ planned }) => planned.number),
    hasJournal: status.service !== undefined,
  };
  return { status, theirs, intake, person };
}

/** The person, for the search in the files. */
export function subjectOf(path: string, flags: ForgetFlags, sheet: Theirs): Subject {
  const { status, theirs, intake, person } = sheet;
  const shown = theirs.flatMap(({ planned }) => planned.previous?.id ?? []);
  return {
    ...{ path, journal: flags.journal, operation: flags.for, employeeId: person.id },
    column: { field: flags.for.subject, intake },
    keys: theirs.map(({ planned }) => planned.key).concat(keysOf(theirs, status)),
    ids: person.what === 'assessment' ? [...shown, person.id] : shown,
  };
}

/** The keys of the rows, from their current inputs. */
function keysOf(theirs: readonly StatusRow[], { intakeRows }: SheetStatus): string[] {
  const numbers = new Set(theirs.map(({ planned }) => planned.number));
  return intakeRows.flatMap(({ number, key }) => (numbers.has(number) ? [key] : []));
}
