import type { DateOrder } from '../../src/dateText.js';
import { clearDateRemedy, inputWording } from '../../src/inputWords.js';
import type { ValueMessages, ValueMessage } from '../engine/intake/intakeMessages.js';
import { type CodedMessage, lookUpWords } from './lines.js';
import { formatNumber } from './words.js';

export type ValueWording<Messages> = {
  readonly [Code in keyof Messages]: (message: Messages[Code]) => string;
};

/** The default texts about the values of inputs: their problems, and the remedies. */
export const valueWording = {
  ...inputWording,
  // Contains the label, because sheets do not use the contract's names for inputs.
  inputMissing: ({ label }) => `${label} is missing`,
  errorText: ({ error }) => `The cell contains the error ${error}`,
  changedId: (message) => `The cell ${inputWording.changedId(message)}`,
  cellNotCalculated: () => 'The cell contains a formula that was never calculated',
  cellTooLong: ({ characters }) => `The cell contains ${formatNumber(characters)} characters`,
  cellContainsDate: ({ date }) => `The cell contains a date, ${date}`,
  cellContainsBoolean: ({ text }) => `The cell contains ${text}`,
  numberRounded: () => 'The cell contains a number of more than 15 digits, which Excel rounds',
  textEncodingGuessed: ({ encoding }) =>
    `The cell contains letters that may be wrong: the file does not name its encoding and was read as ${encoding}`,
  numberNoDate: ({ number }) => `The cell contains the number ${number}, not a date`,
  cellContainsError: ({ error }) => `The cell contains the error ${error}`,
  cellOnlyInExcel: () =>
    'The cell contains a value that only Excel can show, such as a linked data type or a picture',
  settingEmpty: ({ label }) => `${label} must have a value`,
  identityAlone: ({ hasNumbers }) =>
    hasNumbers ? 'the rest of the row contains only numbers' : 'no other input is filled in',
  resultsAlone: () => 'the row has results, but no input is filled in',

  checkHeading: () => 'Check that the right column has this heading.',
  typeIdAsText: () => 'Format the column as text and type the ID as it should be.',
  formatAsDate: () => 'Format the cell as a date and check what it shows.',
  correctFormula: () => 'Correct its formula or type a value.',
  convertToText: () =>
    'In Excel, right-click the cell and choose Data Type, then Convert to Text. Or type the value.',
  fillInOthers: () => 'Fill in the others, or clear the cell if the row is only a note or a total.',
  moveResultsBack: () =>
    'Move the results back to their row. If that row is no longer in the sheet, clear the result cells of this one.',
  typeDate: () => 'Type a date such as 2026-11-03.',
  datesContradict: ({ order }) =>
    order === undefined
      ? `This sheet has dates in both orders, so this one is ambiguous. ${clearDateRemedy}`
      : `The other dates in this column are ${orderWords[order]}, but other columns are not. ${clearDateRemedy}`,
} satisfies Partial<ValueWording<ValueMessages>>;

export const orderWords: Readonly<Record<DateOrder, string>> = {
  dmy: 'day first',
  mdy: 'month first',
};

/** If the label of the input is given, the text begins with it. */
export type ValueText<Message = ValueMessage> = (message: Message, label?: string) => string;

export function createValueText<Message extends CodedMessage = ValueMessage>(
  wording: object,
  withLabel = (label: string, text: string) => `${label}: ${text}`,
): ValueText<Message> {
  return (message, label) => {
    const text = lookUpWords(wording, message) as string;
    return label === undefined ? text : withLabel(label, text);
  };
}

/**
 * Dots are only a convention, so the order is not inferred from them: a wrong date would lead to a
 * wrong score.
 */
export function dateOrderText(hasDots: boolean, advice: string): string {
  return hasDots ? `With dots, the day usually comes first. ${advice}` : advice;
}
