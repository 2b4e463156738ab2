import type { IntakeMessages } from '../../engine/intake/intakeMessages.js';
import {
  createFileIntakeWording,
  createIntakeWording,
  statusColumnText,
} from '../../wording/intake.js';
import type { Wordings } from '../../wording/wordings.js';
import { resumeCommands, operationWords } from '../operations/operations.js';
import { commandLine } from '../output/commandLine.js';

const fileWords = createFileIntakeWording({
  skipHidden: '--visible-only',
  fixEncoding:
    'add --encoding with the encoding of the file, such as --encoding windows-1250 for Polish',
  afterEdit: '',
  optionsOfAssessments:
    ' If rwa assess was run with --columns or --set, add the same to this command.',
});

export const intakeWording: Wordings<IntakeMessages> = {
  ...createIntakeWording({
    options: {
      columns: '--columns',
      sheet: '--sheet',
      headerRow: '--header-row',
      values: '--set',
      skipHidden: '--visible-only',
    },
    useSheet: (name) => `use it with --sheet "${name}"`,
    confirmGuesses: (guesses) => [
      'Some headings look like inputs in another language, but are not read unless you confirm them. If the lines below are right, save them as columns.json and add --columns columns.json; if you use such a file already, add its entries to them:',
      // Each entry has its own line, because a terminal breaks long lines, and JSON allows no line
      // break within a string.
      '{',
      ...guesses.map(
        ({ field, heading }, at) =>
          `"${field}": ${JSON.stringify(heading)}${at === guesses.length - 1 ? '' : ','}`,
      ),
      '}',
    ],
    acceptSuggestions: 'add --accept-suggestions',
    input: (field) => field,
    rowNoun: (operation) => operationWords[resumeCommands[operation]].rowNoun,
    template(operation) {
      const command = resumeCommands[operation];
      return commandLine(['template'], command === 'assess' ? {} : { for: command });
    },
  }),
  mappedToResults({ field, heading, column }) {
    return `--columns maps ${field} to "${heading}" (column ${column}), in which rwa writes results. Map it to a column of the sheet's own.`;
  },
  statusColumnMixed: (mixed) =>
    statusColumnText(mixed, {
      owner: 'rwa',
      doubt: 'Without a journal, rwa cannot tell whose column it is.',
      ifOurs: 'rwa added it',
    }),
  ...fileWords,
  allRowsHidden({ sheet }) {
    return `Every row of the sheet "${sheet}" is hidden, and --visible-only skips hidden rows. Unhide the rows to send, or run without --visible-only.`;
  },
};
