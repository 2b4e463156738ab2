import { resolve } from 'node:path';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { commandLine } from '../output/commandLine.js';
import type { NextCommands } from '../output/nextSteps.js';
import type { PlanWords } from '../output/planText.js';
import { withoutGuard } from '../unattended/typedNotices.js';
import { changedCommand, journalFlags, operationFlag, sheetFlags } from './options.js';
import type { RunFlags } from './runFlags.js';
import { outputOf } from './runGuards.js';

/** The commands that may follow a run, with its options. */
export function nextCommands(
  operation: SheetOperation,
  input: string,
  flags: RunFlags,
  typed: readonly string[],
): NextCommands & Pick<PlanWords, 'status'> {
  const operationOption = operationFlag(operation);
  const output = outputOf(input, flags);
  return {
    // Continuing must not start another round.
    again: commandLine(typed.filter((word) => word !== '--new-round')),
    unguarded: commandLine(withoutGuard(typed)),
    ...untoldOptions(flags),
    check: commandLine(['check', input], { ...operationOption, ...sheetFlags(flags) }),
    status: commandLine(['status', input], { ...operationOption, ...journalFlags(flags) }),
    resolve: commandLine(['resolve', input], { ...operationOption, ...journalFlags(flags) }),
    report: commandLine(['report', input], { ...journalFlags(flags), output: flags.report }),
    ...(operation.name === 'rwa_create' ? { reassess: changedCommand(input, flags) } : {}),
    ...(resolve(input) === resolve(output) ? {} : { copy: output }),
  };
}

/** The options that no suggested command repeats, since they may contain a secret. */
function untoldOptions({ onFinish, webhook }: RunFlags): Pick<NextCommands, 'without'> {
  const given = [
    ...(onFinish === undefined ? [] : ['--on-finish']),
    ...(webhook === undefined ? [] : ['--webhook']),
  ];
  return given.length === 0 ? {} : { without: given.join(' and ') };
}
