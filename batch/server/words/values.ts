import type { DateOrder } from '../../../src/dateText.js';
import { clearDateRemedy } from '../../../src/inputWords.js';
import type { ValueMessages } from '../../engine/intake/intakeMessages.js';
import { remarkWords } from '../../wording/remarks.js';
import { staffValueWording } from '../../wording/staffValues.js';
import {
  dateOrderText,
  orderWords,
  createValueText,
  type ValueWording,
  valueWording as sharedWording,
} from '../../wording/values.js';

export const valueWording: ValueWording<ValueMessages> = {
  ...sharedWording,
  ...staffValueWording,
  cellNumberFormatted: ({ number }) =>
    `The cell contains the number ${number} with a custom number format, so it is not certain which ID Excel shows`,
  calculateFormula: () =>
    'Enter the value here, or open the file of "Download the sheet with scores" under Results in Excel, save it and upload it.',
  checkHeading: () => 'Check under Match that the right column is read.',
  typeIdAsText: () => 'Enter the ID as it should be.',
  saveAsUtf8: () =>
    'Save the file again as UTF-8 in the program that made it (in Excel, "CSV UTF-8"), and upload it again.',
  formatAsDate: () => 'Enter the date, such as 2026-11-03.',
  correctFormula: () => 'Enter the value that the formula should give.',
  convertToText: () => 'Enter the value that Excel shows in this cell.',
  fillInOthers: () =>
    'If the row is a total or a note, press "Ignore this row" under Check. If it is a person, correct the Employee ID and the other cells.',
  moveResultsBack: () =>
    'In the file, move the results back to their row. If that row is no longer in the file, clear the result cells of this one. Then upload the file again.',
  sayDateOrder: ({ hasDots }) =>
    dateOrderText(
      hasDots,
      `Choose under Match whether 03/04/2026 is 3 April or 4 March. Or enter the date: ${inLetters}`,
    ),
  datesOfColumn: ({ order }) =>
    `The other dates in this column are ${orderWords[order]}: choose "${orderNames[order]}" under Match.`,
  datesOfOtherColumns: ({ order }) =>
    `The dates of other columns are ${orderWords[order]}: if this one is too, choose "${orderNames[order]}" under Match. ${clearDateRemedy}`,
  assessFirst: () => 'Assess the row first.',
};

/** Follows "enter the date:". */
const inLetters = `${clearDateRemedy.charAt(0).toLowerCase()}${clearDateRemedy.slice(1)}`;

const orderNames: Readonly<Record<DateOrder, string>> = {
  dmy: '3 April (day first)',
  mdy: '4 March (month first)',
};

export const valueText = createValueText(valueWording);

export const { remarksText } = remarkWords({
  valueText,
  moreProblems: 'Check lists them.',
  orAcceptSuggestions: 'Or accept the suggestion.',
});
