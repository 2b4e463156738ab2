import { type SheetCommand, sheetCommands } from '../../engine/sheetCommand.js';

/** Returns the value of `--for` that `rwa resolve` needs; undefined for assessments. */
function forResolve(operation: SheetCommand): SheetCommand | undefined {
  return sheetCommands[operation].name === 'rwa_create' ? undefined : operation;
}

/** Returns `rwa resolve`, with `--for` unless it is about assessments. */
export function resolveCommand(operation: SheetCommand): string {
  const named = forResolve(operation);
  return named === undefined ? 'rwa resolve' : `rwa resolve --for ${named}`;
}
