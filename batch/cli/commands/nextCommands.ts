import { resolve } from 'node:path';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { commandLine } from '../output/commandLine.js';
import type { NextCommands } from '../output/nextSteps.js';
import type { PlanWords } from '../output/planText.js';
import { listParts, showValues } from '../../wording/sentence.js';
import { removeMaxNew } from '../unattended/secretOptions.js';
import { suggestReassessment, toJournalFlags, toOperationFlag, toSheetFlags } from './options.js';
import type { RunFlags } from './runFlags.js';
import { toResultsFile } from './runGuards.js';

export function suggestNextCommands(
  operation: SheetOperation,
  input: string,
  flags: RunFlags,
  typed: readonly string[],
): NextCommands & Pick<PlanWords, 'status'> {
  const operationOption = toOperationFlag(operation);
  const output = toResultsFile(input, flags);
  return {
    // A repeated command must continue the round, not start another one.
    again: commandLine(typed.filter((word) => word !== '--new-round')),
    ...suggestCorrectedCommand(operation, input, flags, typed),
    unguarded: commandLine(removeMaxNew(typed)),
    ...nameSecretOptions(flags),
    check: commandLine(['check', input], { ...operationOption, ...toSheetFlags(flags) }),
    status: commandLine(['status', input], { ...operationOption, ...toJournalFlags(flags) }),
    resolve: commandLine(['resolve', input], { ...operationOption, ...toJournalFlags(flags) }),
    report: commandLine(['report', input], { ...toJournalFlags(flags), output: flags.report }),
    ...(operation.name === 'rwa_create'
      ? { reassess: suggestReassessment(input, flags, flags.round) }
      : {}),
    ...(resolve(input) === resolve(output) ? {} : { resultsFile: output }),
  };
}

/**
 * Returns no command if the typed command can be repeated. A round without a name may finish before
 * the rows are corrected: the typed command would start another round, and also send rows that were
 * not corrected.
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
  return given.length === 0 ? {} : { omittedOptions: showValues(listParts(given)) };
}
