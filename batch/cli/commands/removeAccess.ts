import type { Command } from 'commander';
import { removeAccess } from '../../engine/operations/removeAccess.js';
import { descriptions } from './descriptions.js';
import type { Session } from './session.js';
import { addSheetCommand } from './sheetCommand.js';

const help = `
The sheet needs the column Staff ID. The command lists the people first and asks you to type how
many they are; --yes skips this. Accounts and assessments are kept; only the access is removed.
To remove the access of somebody who was restored in the service:
  rwa resolve leavers.xlsx --for remove-access --row 4 --send-again

Examples:
  rwa check leavers.xlsx --for remove-access    list problems; nothing is sent
  rwa remove-access leavers.xlsx`;

/** `rwa remove-access FILE`. */
export function addRemoveAccess(program: Command, session: Session): void {
  addSheetCommand(program, session, removeAccess, {
    description: descriptions['remove-access'],
    help,
  });
}
