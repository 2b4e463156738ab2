import type { Command } from 'commander';
import { removeAccess } from '../../engine/operations/removeAccess.js';
import { descriptions } from './descriptions.js';
import type { Session } from './session.js';
import { addSheetCommand } from './sheetCommand.js';

const help = `
The sheet needs the column Staff ID. Whose access will be removed is listed first, and the number of
people has to be typed; --yes does without. The accounts stay, and so do their assessments.
To remove somebody's access once more, who was restored in the service:
  rwa resolve leavers.xlsx --for remove-access --row 4 --send-again

Examples:
  rwa check leavers.xlsx --for remove-access    see what is wrong; nothing is sent
  rwa remove-access leavers.xlsx`;

/** `rwa remove-access FILE`. */
export function addRemoveAccess(program: Command, session: Session): void {
  addSheetCommand(program, session, removeAccess, {
    description: descriptions['remove-access'],
    help,
  });
}
