import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { capitalize, listRows } from '../../wording/words.js';
import { resumeCommands } from '../operations/operations.js';
import { commandLine } from '../output/commandLine.js';
import { type ExitCode, exitCodes } from '../output/exitCodes.js';
import type { Terminal } from '../output/terminal.js';
import {
  type JournalOptions,
  toJournalFlags,
  toOperationFlag,
  type OperationOption,
  type SheetOptions,
} from './options.js';
import type { StatusRow } from '../../engine/run/readStatus.js';
import { findNewRowKey } from '../../engine/rows/plannedRow.js';

type Flags = SheetOptions & OperationOption & JournalOptions;

export interface ReasonToWait {
  readonly code: ExitCode;
  readonly rows: readonly number[];
  readonly command: 'resolve' | 'run' | 'status';
  readonly why: string;
}

export function findReasonToWait(
  personRows: readonly StatusRow[],
  { repeatable }: SheetOperation,
): ReasonToWait | undefined {
  const findRowNumbers = (isSelected: (row: StatusRow) => boolean) =>
    personRows.filter(isSelected).map(({ planned }) => planned.number);
  const unconfirmed = findRowNumbers(({ status }) => status === 'Unconfirmed');
  // Rows of a repeatable operation never need to be resolved.
  if (unconfirmed.length > 0 && !repeatable) {
    const why =
      unconfirmed.length === 1
        ? 'was sent, and its answer was lost: the request may have taken effect. Resolve the row first, or nobody can find out later.'
        : 'were sent, and their answers were lost: the requests may have taken effect. Resolve the rows first, or nobody can find out later.';
    return { code: exitCodes.unconfirmed, rows: unconfirmed, command: 'resolve', why };
  }
  const pending = findRowNumbers(({ status }) => status === 'Pending');
  if (pending.length > 0) {
    const why =
      pending.length === 1
        ? 'is still waiting for its result. Fetch the result first; if there never is one, delete the row from the sheet and use --employee.'
        : 'are still waiting for their results. Fetch the results first; if there never are any, delete the rows from the sheet and use --employee.';
    return { code: exitCodes.pending, rows: pending, command: 'run', why };
  }
  const blocked = findRowNumbers(({ planned }) => findNewRowKey(planned) !== undefined);
  if (blocked.length > 0) {
    const message = blocked.length === 1 ? 'the message in the row' : 'the messages in the rows';
    const why = `may belong to a request whose result was never written into the sheet. Follow ${message} first.`;
    return { code: exitCodes.someFailed, rows: blocked, command: 'status', why };
  }
  return undefined;
}

export function refuseUnfinishedRows(
  path: string,
  { code, rows, command, why }: ReasonToWait,
  flags: Flags,
  terminal: Terminal,
): ExitCode {
  const operation = flags.for;
  const next = commandLine([command === 'run' ? resumeCommands[operation.name] : command, path], {
    ...(command === 'run' ? {} : toOperationFlag(operation)),
    ...toJournalFlags(flags),
  });
  terminal.err(`rwa: ${capitalize(listRows(rows))} ${why} Nothing was deleted.\nNext:\n  ${next}`);
  return code;
}

/**
 * Refuses to forget a person who has an unconfirmed request. The row of the request is missing from
 * the sheet, or the request belongs to another command than `flags.for`.
 */
export function refuseUnconfirmed(
  path: string,
  operation: SheetOperation,
  flags: Flags,
  terminal: Terminal,
): ExitCode {
  const next = commandLine(['resolve', path], {
    ...toOperationFlag(operation),
    ...toJournalFlags(flags),
  });
  terminal.err(
    `rwa: The answer to a request for this person was lost: the request may have taken effect. Resolve it first, or nobody can find out later. Nothing was deleted.\nNext:\n  ${next}`,
  );
  return exitCodes.unconfirmed;
}
