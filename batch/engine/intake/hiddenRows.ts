import type { SheetFile } from '../../../sheets/sheet.js';
import { count } from '../wording/words.js';

/** True for a row that `--visible-only` leaves out: a run neither sends it nor writes into it. */
export function isLeftOut(
  { hidden }: { readonly hidden?: true },
  { visibleOnly }: { readonly visibleOnly?: boolean | undefined },
): boolean {
  return hidden === true && visibleOnly === true;
}

/** What is said of so many rows that `--visible-only` leaves out. */
export function leftOutSentence(rows: number): string {
  return `${count(rows, 'hidden row')} ${rows === 1 ? 'is' : 'are'} left out (--visible-only).`;
}

/** What the user should know of the hidden rows of a sheet, each a sentence. */
export function hiddenNotes(
  hidden: number,
  visibleOnly: boolean | undefined,
  { format }: Pick<SheetFile, 'format'>,
): string[] {
  if (visibleOnly === true && format === 'csv') {
    return ['A CSV file does not keep which rows are hidden: --visible-only leaves none out.'];
  }
  if (hidden === 0) return [];
  return visibleOnly === true
    ? [leftOutSentence(hidden)]
    : ['Hidden rows count like the others; --visible-only leaves them out.'];
}
