import type { Command } from 'commander';
import { addJournalOptions, addOperationOption, addSheetOptions, fileArgument } from './options.js';
import { addConfigOption } from './configuredSheet.js';
import type { Session } from './session.js';
import { type ResolveFlags, resolveRows } from './resolveRows.js';

export function addResolve(command: Command, { terminal, setExitCode }: Session): void {
  addJournalOptions(
    command
      .argument(...fileArgument)
      .option(
        '--row <row>',
        'resolve this row: its key, as rwa resolve lists it, or its number if no other row can be resolved',
      )
      .option(
        '--exists [id]',
        'with --row: its assessment or invitation exists in the service, with this ID (default: the ID in the sheet; for an invitation, yes is enough)',
        (id) => id.trim(),
      )
      .option(
        '--send-again',
        'with --row: its assessment or invitation does not exist in the service; the next run sends the row again',
      )
      .option('--new-row', 'with --row: the blocked row is new; the next run sends it')
      .option(
        '--not-its-assessment',
        'with --row: the assessment in the row belongs to another row; this row becomes unconfirmed',
      )
      .option('--accept-sheet', 'accept the Assessment IDs in the sheet for all blocked rows')
      .option('--dry-run', 'show what would be recorded; ask and record nothing'),
  ).option('--json', 'print the rows to resolve, one JSON object per line; ask nothing');
  addSheetOptions(addConfigOption(addOperationOption(command)))
    .addHelpText('after', resolveHelp)
    .action(async (path: string, flags: ResolveFlags) => {
      setExitCode(await resolveRows(path, flags, terminal));
    });
}

const resolveHelp = `
A row is unconfirmed if it was sent and no usable answer was received: its
assessment or invitation may exist. rwa never sends such a row again by itself.
Check in the service, then enter what you found. Decisions and removals that are
unconfirmed need no rwa resolve: run their command again, since repeating them
is harmless.

A row that shows an Assessment ID is blocked if nothing proves which inputs the
assessment was made for: the ID was typed, or the row comes from another sheet.
If it is the row's, accept it: the next run reads its result and sends nothing.
If not, clear the result cells of the row.

Examples:
  rwa resolve hires.xlsx                              list the rows and ask
  rwa resolve hires.xlsx --row KEY --exists 1712345   its assessment exists
  rwa resolve hires.xlsx --row KEY --send-again       no assessment exists
  rwa resolve staff.xlsx --for invite --row 4 --exists yes
  rwa resolve hires.xlsx --row KEY --exists           accept the ID in the row
  rwa resolve hires.xlsx --accept-sheet               accept the IDs in all rows
  rwa resolve hires.xlsx --accept-sheet --dry-run     show what it would accept
If two rows of one employee have each other's assessment, run this for each row,
and then --exists with the right ID for each row:
  rwa resolve hires.xlsx --row 14 --not-its-assessment
To send a finished row once more, because it was undone in the service:
  rwa resolve staff.xlsx --for invite --row 4 --send-again`;
