import { assess, createReassessment } from '../../engine/operations/assess.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { readRoundName } from '../../engine/journal/rounds.js';
import { readRowRanges } from '../../engine/rows/selection.js';
import type { Plan } from '../../engine/run/events.js';
import type { RunOptions } from '../../engine/run/runOptions.js';
import type { StartRun } from '../contract/shapes.js';

const dayMs = 86_400_000;

export function createOperation({
  operation,
  olderThanDays = 0,
  assessedBefore,
  rows: text,
}: StartRun): SheetOperation {
  if (operation === 'assess') return assess;
  const rows = text === undefined ? undefined : readRowRanges(text);
  return createReassessment({
    ...(olderThanDays > 0 ? { olderThanMs: olderThanDays * dayMs } : {}),
    assessedBefore,
    ...(rows === undefined ? {} : { rows }),
  });
}

export function toRoundOptions({
  round,
  newRound,
}: StartRun): Pick<RunOptions, 'roundName' | 'newRound'> {
  const roundName = round === undefined ? undefined : readRoundName(round);
  return { roundName, ...(newRound === undefined ? {} : { newRound }) };
}

/** Counts the rows for the limit `maxNew`, without rejected rows to resend. */
export function countNewRows({ command, rowsToSend, rejectedToSend = 0 }: Plan): number {
  return command === 'assess' ? rowsToSend - rejectedToSend : 0;
}
