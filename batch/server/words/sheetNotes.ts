import { asSentence } from '../../../src/asSentence.js';
import { sanitized } from '../../../src/sanitized.js';
import type { SheetFile } from '../../../sheets/sheet.js';
import type { Intake } from '../../engine/intake/readSheet.js';
import type { GroupedWarning } from '../../engine/intake/columnFacts.js';
import type { Message } from '../../engine/message.js';
import { capital, rowList } from '../../wording/words.js';
import { inWords } from './wording.js';

/** The most warnings that are shown with the sheet; all of them are shown with their rows. */
const mostWarnings = 10;

/** Lists the notes on a file that was read, each a sentence or two. */
export function listNotes(
  { notes }: Pick<SheetFile, 'notes'>,
  intake: Pick<Intake, 'notes' | 'warnings'>,
): string[] {
  return [
    ...notes.map(sanitized),
    ...intake.notes.filter(isNews).map(inWords),
    ...intake.warnings.slice(0, mostWarnings).map(warningText),
  ];
}

/** False for a note that repeats what somebody has chosen under Match. */
export function isNews({ code }: Message): boolean {
  return code !== 'inputFromColumn' && code !== 'inputSetForAll';
}

/** `Rows 3 and 4: Destination is Georgia, the country. …` */
function warningText({ message, rows, count }: GroupedWarning): string {
  return sanitized(`${capital(rowList(rows, count))}: ${asSentence(message)}`);
}
