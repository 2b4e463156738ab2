import type { Command } from 'commander';
import { invite } from '../../engine/operations/invite.js';
import { descriptions } from './descriptions.js';
import type { Session } from './session.js';
import { addSheetCommand } from './sheetCommand.js';

const help = `
The sheet needs the columns First name, Last name, Email and Staff ID. The service sends the
invitations by email. No email address is invited twice: if the answer to an invitation was lost,
the row is unconfirmed until you run rwa resolve.
To restore somebody whose access was removed, release the row and then invite again:
  rwa resolve staff.xlsx --for invite --row 4 --send-again

Examples:
  rwa check staff.xlsx --for invite    list problems; nothing is sent
  rwa invite staff.xlsx`;

/** `rwa invite FILE`. */
export function addInvite(program: Command, session: Session): void {
  addSheetCommand(program, session, invite, { description: descriptions.invite, help });
}
