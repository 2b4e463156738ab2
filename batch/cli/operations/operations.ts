import {
  type SheetCommand,
  sheetCommands,
  type SheetOperationName,
} from '../../engine/sheetCommand.js';
import type { PersonOfRow } from '../../engine/run/events.js';
import { assessWords } from './assess.js';
import { decideWords } from './decide.js';
import { inviteWords } from './invite.js';
import type { OperationWords } from './operationWords.js';
import { reassessWords } from './reassess.js';
import { removeAccessWords } from './removeAccess.js';

export const operationWords: Readonly<Record<SheetCommand, OperationWords>> = {
  assess: assessWords,
  reassess: reassessWords,
  decide: decideWords,
  invite: inviteWords,
  'remove-access': removeAccessWords,
};

/**
 * Messages suggest these commands to continue a run, because `rwa assess`, unlike `rwa reassess`,
 * never resends a scored row.
 */
export const resumeCommands = Object.fromEntries(
  Object.entries(sheetCommands)
    .map(([command, { name }]) => [name, command])
    // The last entry counts, so that `assess` replaces `reassess`.
    .toReversed(),
) as Readonly<Record<SheetOperationName, SheetCommand>>;

export function describeRequest(command: SheetCommand, { request, context }: PersonOfRow): string {
  const parts = operationWords[command].describe(request);
  return [...parts, ...(context === undefined ? [] : [context])].join(', ');
}
