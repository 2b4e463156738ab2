import { type SheetCommand, sheetCommands } from '../../engine/sheetCommand.js';

/** The value of `--for` that `rwa resolve` needs: none for assessments. */
export function forResolve(operation: SheetCommand): SheetCommand | undefined {
  return sheetCommands[operation].name === 'rwa_create' ? undefined : operation;
}

/** `rwa resolve`, with the operation where it is not about assessments. */
export function resolveCommand(operation: SheetCommand): string {
  const named = forResolve(operation);
  return named === undefined ? 'rwa resolve' : `rwa resolve --for ${named}`;
}
