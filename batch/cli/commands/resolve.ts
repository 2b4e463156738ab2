import type { Command } from 'commander';
import { addJournalOptions, addOperationOption, addSheetOptions, fileArgument } from './options.js';
import type { Session } from './session.js';

import { type ResolveFlags, resolveRows } from './resolveRows.js';

/** `rwa resolve FILE`: records which of the unconfirmed rows exist in the service. */
export function addResolve(command: Command, { terminal, end }: Session): void {
  addJournalOptions(
    command
      .argument(...fileArgument)
      .option(
        '--row <row>',
        'resolve this row: its number, or its key if it is missing from the sheet',
      )
      .option(
        '--exists [id]',
        'with --row: it exists in the service, with this ID (default: the ID that the row shows; for an invitation, yes is enough)',
      )
      .option('--send-again', 'with --row: it does not exist; the next run sends it again')
      .option('--new-row', 'with --row, for a blocked row: it is new; send it')
      .option(
        '--not-its-assessment',
        'with --row: its assessment belongs to another row; the row becomes unconfirmed',
      )
      .option('--accept-sheet', 'for all rows: accept the Assessment IDs that the sheet shows')
      .option('--dry-run', 'show what would be recorded; ask and record nothing'),
  ).option(
    '--json',
    'print the rows that wait for an answer, one JSON object per line; ask nothing',
  );
  addSheetOptions(addOperationOption(command))
    .addHelpText('after', resolveHelp)
    .action(async (path: string, flags: ResolveFlags) => {
      end(await resolveRows(path, flags, terminal));
    });
}

const resolveHelp = `
A row is unconfirmed if it was sent and no usable answer came: its assessment or
invitation may exist. rwa never sends such a row again by itself. Check in the
service, then enter what you found. For decisions and removals, use it only to
send a finished row once more. If they are unconfirmed, run their command again;
repeating them is harmless.

A row is blocked if it shows an Assessment ID and nothing proves which inputs
the assessment was made for: the ID was typed, or the row comes from another
sheet. If it is the row's, accept it: the next run reads its result and sends
nothing. If not, clear the result cells of the row.

Examples:
  rwa resolve hires.xlsx                              list the rows and ask
  rwa resolve hires.xlsx --row 14 --exists 1712345    it exists
  rwa resolve hires.xlsx --row 14 --send-again        it does not exist
  rwa resolve staff.xlsx --for invite --row 4 --exists yes
  rwa resolve hires.xlsx --row 14 --exists            accept its ID
  rwa resolve hires.xlsx --accept-sheet               accept all IDs
  rwa resolve hires.xlsx --accept-sheet --dry-run     only check it
If two rows of one employee have each other's assessment, run this for both
rows:
  rwa resolve hires.xlsx --row 14 --not-its-assessment
then, for each, --exists with the right ID.
To send a finished row again, because it was undone in the service:
  rwa resolve staff.xlsx --for invite --row 4 --send-again`;
