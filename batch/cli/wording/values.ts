import { type DateOrder, unclearDateRemedy } from '../../../src/dateText.js';
import type { ValueMessages, ValueText } from '../../engine/intake/valueMessages.js';

/** What is wrong with the value of an input, and what to do about it. */
export const valueWording: {
  readonly [Code in keyof ValueMessages]: (said: ValueMessages[Code]) => string;
} = {
  cellNotCalculated: () => 'The cell contains a formula that was never calculated',
  cellTooLong: ({ characters }) =>
    `The cell contains ${characters.toLocaleString('en')} characters`,
  cellContainsDate: ({ date }) => `The cell contains a date, ${date}`,
  cellContainsBoolean: ({ text }) => `The cell contains ${text}`,
  cellNumberRounded: () => 'The cell contains a number of more than 15 digits, which Excel rounds',
  cellNumberFormatted: ({ number }) =>
    `The cell contains the number ${number} with a custom number format, so rwa cannot tell which ID Excel shows`,
  cellNumberNoDate: ({ number }) => `The cell contains the number ${number}, not a date`,
  cellContainsError: ({ error }) => `The cell contains the error ${error}`,
  inputMissing: ({ label }) => `${label} is missing`,
  settingEmpty: ({ label }) => `${label} must have a value`,
  identityAlone: ({ hasNumbers }) =>
    hasNumbers ? 'the rest of the row contains only numbers' : 'no other input is filled in',

  calculateFormula: () => 'Open the file in Excel, save it, and run again.',
  checkHeading: () => 'Check that the right column has this heading.',
  typeIdAsText: () => 'Format the column as text and type the ID as it should be.',
  formatAsDate: () => 'Format the cell as a date and check what it shows.',
  correctFormula: () => 'Correct its formula or type a value.',
  fillInOthers: () => 'Fill in the others, or clear the cell if the row is only a note or a total.',
  typeDate: () => 'Type a date such as 2026-11-03.',
  correctOneDate: () => 'Correct one of the two dates.',
  sayDateOrder({ hasDots }) {
    const say = 'Use --date-format dmy (day first) or --date-format mdy (month first).';
    // Only a convention: a wrong guess would be another day, and so another score.
    return hasDots ? `With dots, the day usually comes first. ${say}` : say;
  },
  datesOfColumn: ({ order }) =>
    `The other dates in this column are ${orderWords[order]}: add --date-format ${order}.`,
  datesOfOtherColumns: ({ order }) =>
    `The dates of other columns are ${orderWords[order]}: if this one is too, add --date-format ${order}. ${unclearDateRemedy}`,
  datesContradict: ({ order }) =>
    order === undefined
      ? `This sheet has dates in both orders, so this one is ambiguous. ${unclearDateRemedy}`
      : `The other dates in this column are ${orderWords[order]}, but other columns are not. ${unclearDateRemedy}`,
  keepOnlyAddress: ({ address }) => `Leave only ${address} in the cell.`,
  giveOneAddress: () => 'An invitation goes to one address: use one row per person.',
  removeSpaces: () => 'Remove the spaces inside the address.',
  removeAccents: () => 'Addresses have no accents before the @: ask the person for theirs.',
  writeDomain: ({ domain }) => `Write the domain as ${domain}; it is equivalent.`,
  giveWholeAddress: () => 'Use one complete email address, such as ada@example.com.',
  assessFirst: () => 'Assess the row first, with rwa assess.',
  chooseOne: () => 'Choose one of these.',
  fillInStaffId: ({ whose }) =>
    whose === undefined ? 'Fill in the Staff ID.' : `Fill in the Staff ID of ${staffWords[whose]}.`,
};

const staffWords = {
  manager: 'the manager who decides',
  complianceTeamMember: 'the compliance team member who decides',
  canceller: 'the person who cancels',
} as const;

const orderWords: Readonly<Record<DateOrder, string>> = { dmy: 'day first', mdy: 'month first' };

/** A message about a value in words. The core leaves out the subject: "contains the error #N/A". */
export function valueText(said: ValueText): string {
  if (typeof said === 'string') return said.replace(/^contains /, 'The cell contains ');
  const word = valueWording[said.code] as (of: ValueText) => string;
  return word(said);
}
