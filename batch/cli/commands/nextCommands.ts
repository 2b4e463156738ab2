import { resolve } from 'node:path';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { commandLine } from '../output/commandLine.js';
import type { NextCommands } from '../output/nextSteps.js';
import type { PlanWords } from '../output/planText.js';
import { withoutGuard } from '../unattended/typedNotices.js';
import { suggestReassessment, journalFlags, operationFlag, sheetFlags } from './options.js';
import type { RunFlags } from './runFlags.js';
import { toResultsFile } from './runGuards.js';

export function suggestNextCommands(
  operation: SheetOperation,
  input: string,
  flags: RunFlags,
  typed: readonly string[],
): NextCommands & Pick<PlanWords, 'status'> {
  const operationOption = operationFlag(operation);
  const output = toResultsFile(input, flags);
  return {
    // A repeated command must continue the round, not start another one.
    again: commandLine(typed.filter((word) => word !== '--new-round')),
    ...suggestCorrectedCommand(operation, input, flags, typed),
    unguarded: commandLine(withoutGuard(typed)),
    ...nameSecretOptions(flags),
    check: commandLine(['check', input], { ...operationOption, ...sheetFlags(flags) }),
    status: commandLine(['status', input], { ...operationOption, ...journalFlags(flags) }),
    resolve: commandLine(['resolve', input], { ...operationOption, ...journalFlags(flags) }),
    report: commandLine(['report', input], { ...journalFlags(flags), output: flags.report }),
    ...(operation.name === 'rwa_create' ? { reassess: suggestReassessment(input, flags) } : {}),
    ...(resolve(input) === resolve(output) ? {} : { resultsFile: output }),
  };
}

/**
 * Returns no command if the typed one can be repeated. By the time of the corrections, a round
 * without a name may have finished: the typed command would start another, and also send rows that
 * were not corrected.
 */
export function suggestCorrectedCommand(
  { isInRounds = false }: SheetOperation,
  file: string,
  flags: Parameters<typeof suggestReassessment>[1],
  typed: readonly string[] = [],
): Pick<NextCommands, 'corrected'> {
  const hasName = typed.some((word) => /^--round(=|$)/.test(word));
  return isInRounds && !hasName ? { corrected: suggestReassessment(file, flags) } : {};
}

/** Suggested commands omit these options, since their values may be secret. */
function nameSecretOptions({
  onFinish,
  webhook,
  heartbeat,
}: RunFlags): Pick<NextCommands, 'omittedOptions'> {
  const given = [
    ...(onFinish === undefined ? [] : ['--on-finish']),
    ...(webhook === undefined ? [] : ['--webhook']),
    ...(heartbeat === undefined ? [] : ['--heartbeat']),
  ];
  return given.length === 0 ? {} : { omittedOptions: given.join(' and ') };
}
