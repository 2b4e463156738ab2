import { type SheetCommand, sheetCommands } from '../../engine/sheetCommand.js';

/** `rwa resolve`, with the operation where it is not about assessments. */
export function resolveCommand(operation: SheetCommand): string {
  const isAssessment = sheetCommands[operation].name === 'rwa_create';
  return isAssessment ? 'rwa resolve' : `rwa resolve --for ${operation}`;
}
