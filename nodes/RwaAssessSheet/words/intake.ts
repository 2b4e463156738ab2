import { assessmentFields } from '../../../src/assessmentFields.js';
import type { Field } from '../../../src/field.js';
import type { Messages } from '../../../batch/engine/message.js';
import {
  createIntakeWording,
  listGuesses,
  statusColumnText,
  unknownOwner,
} from '../../../batch/wording/intake.js';
import type { Wordings } from '../../../batch/wording/wordings.js';
import { columnsLabel } from '../columnMapper.js';

type OwnMessages = Pick<Messages, 'mappedToResults' | 'statusColumnMixed' | 'allRowsHidden'>;

const ownWording: Wordings<OwnMessages> = {
  mappedToResults({ field, heading, column }) {
    return `The parameter ${columnsLabel} maps ${fieldLabel(field)} to "${heading}" (column ${column}), which is a column for results. Choose a column of the sheet's own.`;
  },
  statusColumnMixed: (mixed) => statusColumnText(mixed, unknownOwner),
  allRowsHidden({ sheet }) {
    return `Every row of the sheet "${sheet}" is hidden, and the option Skip Hidden Rows is on. Unhide the rows to send, or turn the option off.`;
  },
};

/** Messages about reading the workbook. */
export const intakeWording = {
  ...createIntakeWording({
    options: {
      columns: `the parameter ${columnsLabel}`,
      sheet: 'the option Worksheet',
      headerRow: 'the option Heading Row',
      values: 'the option Values for All Rows',
      skipHidden: 'the option Skip Hidden Rows',
    },
    useSheet: () => 'choose it with the option Worksheet',
    confirmGuesses: (guesses) => [
      `Guessed, but not read: ${listGuesses(guesses)}. If this is right, add each of these fields with its heading to the parameter ${columnsLabel}.`,
    ],
    acceptSuggestions: 'turn on the option Accept Suggestions',
    input: fieldLabel,
    rowNoun: () => 'assessment',
  }),
  ...ownWording,
};

/** Returns the label of a field as in headings; the node's panel has it in title case. */
function fieldLabel(field: string): string {
  const fields: Readonly<Record<string, Field | undefined>> = assessmentFields;
  return fields[field]?.label ?? field;
}
