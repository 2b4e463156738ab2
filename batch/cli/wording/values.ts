import { clearDateRemedy } from '../../../src/inputWords.js';
import type { ValueMessages } from '../../engine/intake/intakeMessages.js';
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
    `The cell contains the number ${number} with a custom number format, so rwa cannot tell which ID Excel shows`,
  saveAsUtf8: () =>
    'Run again with the encoding of the file, such as --encoding windows-1250 for Polish or --encoding windows-1252 for German. Or save it again as UTF-8 in the program that made it (in Excel, "CSV UTF-8"), and run again.',
  calculateFormula: () => 'Open the file in Excel, save it, and run again.',
  sayDateOrder: ({ hasDots }) =>
    dateOrderText(hasDots, 'Use --date-format dmy (day first) or --date-format mdy (month first).'),
  datesOfColumn: ({ order }) =>
    `The other dates in this column are ${orderWords[order]}: add --date-format ${order}.`,
  datesOfOtherColumns: ({ order }) =>
    `The dates of other columns are ${orderWords[order]}: if this one is too, add --date-format ${order}. ${clearDateRemedy}`,
  assessFirst: () => 'Assess the row first, with rwa assess.',
};

export const valueText = createValueText(valueWording);
