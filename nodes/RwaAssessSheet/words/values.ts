import type { DateOrder } from '../../../src/dateText.js';
import { clearDateRemedy } from '../../../src/inputWords.js';
import type { Messages } from '../../../batch/engine/message.js';
import { remarkWords } from '../../../batch/wording/remarks.js';
import {
  dateOrderText,
  orderWords,
  createValueText,
  type ValueWording,
  valueWording as sharedWording,
} from '../../../batch/wording/values.js';

/** The texts for problems of input values and their remedies. */
export const valueWording = {
  ...sharedWording,
  cellNumberFormatted: ({ number }) =>
    `The cell contains the number ${number} with a custom number format, so it is not certain which ID Excel shows`,
  calculateFormula: () => 'Open the workbook in Excel and save it.',
  sayDateOrder: ({ hasDots }) =>
    dateOrderText(
      hasDots,
      `${clearDateRemedy} Or have Date Order set to Day First or Month First.`,
    ),
  datesOfColumn: ({ order }) =>
    `The other dates in this column are ${orderWords[order]}. ${clearDateRemedy} Or have Date Order set to ${orderNames[order]}.`,
  datesOfOtherColumns: ({ order }) =>
    `The dates of other columns are ${orderWords[order]}. ${clearDateRemedy} Or, if this one is too, have Date Order set to ${orderNames[order]}.`,
} satisfies Partial<ValueWording<Messages>>;

const orderNames: Readonly<Record<DateOrder, string>> = { dmy: 'Day First', mdy: 'Month First' };

export const valueText = createValueText(valueWording);

/**
 * Formats the problems with the values of a workbook. A long list is cut, and HR sees further
 * problems only after the listed ones are corrected.
 */
export const remarks = remarkWords({
  valueText,
  moreProblems: 'correct these first.',
});
