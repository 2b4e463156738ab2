import type { Command } from 'commander';
import { decide } from '../../engine/operations/decide.js';
import { descriptions } from './descriptions.js';
import type { Session } from './session.js';
import { addSheetCommand } from './sheetCommand.js';

const help = `
The sheet needs the columns Assessment ID and Decision, and the ID that the decision requires:
  Manager Approved       Manager ID
  Compliance Approved    Compliance team member ID, of an activated account
  Rejected               one of the two above
  Canceled               Cancelled by staff ID
  Pending                none
A Note is optional. Rows without a Decision are skipped. A recorded decision is sent again only if
it has changed.

Examples:
  rwa check hires.xlsx --for decide    list problems; nothing is sent
  rwa decide hires.xlsx`;

/** `rwa decide FILE`. */
export function addDecide(program: Command, session: Session): void {
  addSheetCommand(program, session, decide, { description: descriptions.decide, help });
}
