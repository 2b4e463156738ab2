import type { ValueMessage } from '../../engine/intake/intakeMessages.js';
import type { ReadRow } from '../../engine/intake/readRow.js';
import type { RowRemark } from '../../engine/intake/remark.js';
import type { Contradiction } from '../../engine/rows/rowMessages.js';
import { remarkWords } from '../../wording/remarks.js';
import { contradictionWords } from '../../wording/rows.js';
import { createValueText, type ValueWording } from '../../wording/values.js';
import { remarkAdvice } from './remarks.js';
import { valueWording } from './values.js';

interface CheckMessages {
  /** The status may be empty. */
  idLost: { readonly status: string };
  restoreId: object;
  notAnId: object;
  clearId: object;
  rowsContradict: { readonly contradiction: Contradiction };
  settleContradiction: { readonly contradiction: Contradiction };
}

type CheckMessage = {
  readonly [Code in keyof CheckMessages]: { readonly code: Code } & CheckMessages[Code];
}[keyof CheckMessages];

export type CheckedRemark = RowRemark<ValueMessage | CheckMessage>;

export type CheckedRow =
  | ReadRow
  | (Pick<ReadRow, 'warnings'> & { readonly problems: readonly CheckedRemark[] });

const checkWording: ValueWording<CheckMessages> = {
  idLost: ({ status }) =>
    `is missing, although the row was sent: ${status === '' ? 'it has a Row reference' : `its status is ${status}`}`,
  restoreId: () =>
    'Restore the ID from a backup of the sheet. To assess the row again instead, run rwa assess, which does not send this row, and follow its message.',
  notAnId: () => 'is not an ID',
  clearId: () => 'Clear the cell.',
  rowsContradict: ({ contradiction }) => contradictionWords(contradiction).message,
  settleContradiction: ({ contradiction }) => contradictionWords(contradiction).remedy,
};

export const checkedText = createValueText<ValueMessage | CheckMessage>({
  ...valueWording,
  ...checkWording,
});

export const checkedRemarks = remarkWords<CheckMessage>({
  ...remarkAdvice,
  valueText: checkedText,
});
