import type { SheetFile } from '../../../sheets/sheet.js';
import type { Message } from '../message.js';

/** True for a row that `--visible-only` skips: a run neither sends it nor writes into it. */
export function isLeftOut(
  { hidden }: { readonly hidden?: true },
  { visibleOnly }: { readonly visibleOnly?: boolean | undefined },
): boolean {
  return hidden === true && visibleOnly === true;
}

/** Returns notes about hidden rows. */
export function hiddenNotes(
  hidden: number,
  visibleOnly: boolean | undefined,
  { format }: Pick<SheetFile, 'format'>,
): Message[] {
  if (visibleOnly === true && format === 'csv') {
    return [{ code: 'csvHidesNoRows' }];
  }
  if (hidden === 0) return [];
  return visibleOnly === true
    ? [{ code: 'hiddenRowsLeftOut', rows: hidden }]
    : [{ code: 'hiddenRowsCount' }];
}
