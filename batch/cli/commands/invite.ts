import type { Command } from 'commander';
import { invite } from '../../engine/operations/invite.js';
import { descriptions } from './descriptions.js';
import type { Session } from './session.js';
import { addSheetCommand } from './sheetCommand.js';

const help = `
The sheet needs the columns First name, Last name, Email and Staff ID. The service sends the
invitations. Nobody is invited twice: a person is known by the email address, and one whose
invitation was never answered waits for rwa resolve.
To restore somebody whose access was removed, say so of the row, and invite again:
  rwa resolve staff.xlsx --for invite --row 4 --send-again

Examples:
  rwa check staff.xlsx --for invite    see what is wrong; nothing is sent
  rwa invite staff.xlsx`;

/** `rwa invite FILE`. */
export function addInvite(program: Command, session: Session): void {
  addSheetCommand(program, session, invite, { description: descriptions.invite, help });
}
