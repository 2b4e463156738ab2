import { type SheetCommand, sheetCommands } from '../../engine/sheetCommand.js';

export function resolveCommand(operation: SheetCommand): string {
  const isAboutAssessments = sheetCommands[operation].name === 'rwa_create';
  return isAboutAssessments ? 'rwa resolve' : `rwa resolve --for ${operation}`;
}
