import type { Command } from 'commander';
import { decide } from '../../engine/operations/decide.js';
import { descriptions } from './descriptions.js';
import type { Session } from './session.js';
import { addSheetCommand } from './sheetCommand.js';

const help = `
The sheet needs the columns Assessment ID and Decision, and whom the decision needs:
  Manager Approved       Manager ID
  Compliance Approved    Compliance team member ID, of an activated account
  Rejected               one of these two
  Canceled               Cancelled by staff ID
  Pending                nobody
A Note goes with it. Rows without a Decision are left alone. A decision that is recorded is sent
again only when it has changed.

Examples:
  rwa check hires.xlsx --for decide    see what is wrong; nothing is sent
  rwa decide hires.xlsx`;

/** `rwa decide FILE`. */
export function addDecide(program: Command, session: Session): void {
  addSheetCommand(program, session, decide, { description: descriptions.decide, help });
}
