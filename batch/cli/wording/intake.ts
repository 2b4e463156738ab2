import type { IntakeMessages } from '../../engine/intake/intakeMessages.js';
import { intakeWordingWith, otherTexts } from '../../wording/intake.js';
import { sentence } from '../../wording/sentence.js';
import type { WordingOf } from '../../wording/wordingOf.js';
import { firstCommand, operationWords } from '../operations/operations.js';
import { commandLine } from '../output/commandLine.js';

/** Messages about reading a sheet. */
export const intakeWording: WordingOf<IntakeMessages> = {
  ...intakeWordingWith({
    options: {
      columns: '--columns',
      sheet: '--sheet',
      headerRow: '--header-row',
      values: '--set',
      skipHidden: '--visible-only',
    },
    useSheet: (name) => `use it with --sheet "${name}"`,
    acceptSuggestions: 'add --accept-suggestions',
    input: (field) => field,
    each: (operation) => operationWords[firstCommand[operation]].each,
    template(operation) {
      const command = firstCommand[operation];
      return commandLine(['template'], command === 'assess' ? {} : { for: command });
    },
  }),
  mappedToResults({ field, heading, column }) {
    return `--columns maps ${field} to "${heading}" (column ${column}), in which rwa writes results. Map it to a column of the sheet's own.`;
  },
  statusColumnMixed({ heading, ...mixed }) {
    return sentence`Column ${mixed.column} "${heading}" contains statuses of rwa and other text: ${otherTexts(mixed)}. Without a journal, rwa cannot tell whose column it is. If it is yours, change its heading. If rwa added it, replace the other text: type Unconfirmed if the row may have been sent, or clear the cell if it was not.`;
  },
  assessmentsUnreadable({ sheet }) {
    return `Assessments were made from the sheet "${sheet}", but their inputs cannot be read now, so nothing shows which decision belongs to which assessment. Nothing was sent. If rwa assess was run with --columns or --set, add the same to this command.`;
  },
  noRowHasInput({ sheet, label }) {
    return `No row of the sheet "${sheet}" has a ${label}. Fill in the column "${label}" in each row to send.`;
  },
  allRowsHidden({ sheet }) {
    return `Every row of the sheet "${sheet}" is hidden, and --visible-only skips hidden rows. Unhide the rows to send, or run without --visible-only.`;
  },
  csvHidesNoRows() {
    return 'A CSV file does not record which rows are hidden: --visible-only has no effect.';
  },
  encodingGuessed({ encoding }) {
    return `The file is not UTF-8 and was read as ${encoding}. If letters look wrong, add --encoding with the encoding of the file, such as --encoding windows-1250 for Polish.`;
  },
};
