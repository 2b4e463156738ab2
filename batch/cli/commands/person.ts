import { readSetting } from '../../engine/intake/values.js';
import { settingProblemText } from '../wording/remarks.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import type { SheetStatus, StatusRow } from '../../engine/run/readStatus.js';
import { CommandError } from '../output/commandError.js';

export interface PersonFlags {
  /** The number of a row of the person. The other rows of the person count too. */
  row?: number;
  /** Employee ID or Staff ID. */
  employee?: string;
}

/**
 * Returns the ID as requests contain it; for a sheet of decisions, the Assessment ID. Throws a
 * UsageError if it is missing or invalid.
 */
export function findPersonId(
  { rows }: SheetStatus,
  operation: SheetOperation,
  { row = 0, employee }: PersonFlags,
  reading: Parameters<typeof readSetting>[2],
): string {
  const field = operation.subject;
  if (employee !== undefined) return toSentId(operation.fields[field], employee, reading);
  const found = rows.find(({ planned }) => planned.number === row);
  if (found === undefined) throw new CommandError(`The sheet has no row ${row} with inputs.`);
  const person = readPersonId(found, operation);
  if (person !== undefined) return person;
  const other =
    field === 'assessmentId' ? 'Correct the row first.' : 'Name the person with --employee.';
  throw new CommandError(`Row ${row} is invalid, so the person cannot be read from it. ${other}`);
}

export function readPersonId(
  { planned }: StatusRow,
  operation: SheetOperation,
): string | undefined {
  const { subject, inputs, readable } = planned;
  if (subject !== undefined) return subject.employeeId;
  const value = (inputs ?? readable)?.[operation.subject];
  return typeof value === 'string' ? value : undefined;
}

function toSentId(
  input: Parameters<typeof readSetting>[0] | undefined,
  text: string,
  reading: Parameters<typeof readSetting>[2],
): string {
  const read = input === undefined ? { value: text } : readSetting(input, text, reading);
  if ('problem' in read) {
    const why = settingProblemText(read.problem);
    throw new CommandError(`--employee "${text}" is not a valid ID. ${why}`);
  }
  return String(read.value);
}
