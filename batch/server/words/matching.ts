import { sanitize } from '../../../src/sanitized.js';
import { toSentence } from '../../../src/toSentence.js';
import type { SheetInspection } from '../../engine/intake/sheetInspection.js';
import type { UnrecognizedValue } from '../../engine/intake/unrecognizedValues.js';
import { capitalize } from '../../wording/words.js';
import type { MatchChoice, Matching, SheetNote } from '../contract/shapes.js';
import type { FindEarlierChoice } from '../sheets/earlierChoices.js';
import type { StoredMatching } from '../sheets/matchStore.js';
import { findContext } from '../sheets/contextFields.js';
import { describeEntry } from './valueEntry.js';
import type { Words } from './wording.js';
import type { SheetFile } from '../../../sheets/sheet.js';
import type { Intake } from '../../engine/intake/readSheet.js';
import { toSheetMessage } from '../../engine/files/fileMessages.js';
import type { Message } from '../../engine/message.js';

/** A column that was guessed from its heading is marked until `confirmed` contains it. */
export function describeMatching(
  inspection: SheetInspection,
  choice: MatchChoice,
  confirmed: MatchChoice | undefined,
  { inWords }: Words,
): StoredMatching {
  const { worksheets, sheet, headerRow, columns, preview, hiddenRows, misfit } = inspection;
  return {
    worksheets: worksheets.map((worksheet) => ({ ...worksheet })),
    worksheet: sheet,
    headerRow,
    hiddenRows,
    columns: columns.map(({ letter, heading, isOurs }) => ({
      letter,
      isOurs,
      heading: sanitize(heading),
    })),
    preview: preview.map(({ number, cells }) => ({ number, cells: cells.map(sanitize) })),
    fields: [
      ...listInputs(inspection, choice, confirmed),
      ...findContext(inspection, choice, confirmed),
    ],
    dateOrder: choice.dateOrder,
    datesAreAmbiguous: inspection.datesAreAmbiguous,
    skipHidden: choice.skipHidden,
    misfit: misfit === undefined ? null : inWords(misfit),
  };
}

function listInputs(
  { inputs }: SheetInspection,
  choice: MatchChoice,
  confirmed: MatchChoice | undefined,
): Matching['fields'] {
  return inputs.map(({ name, label, help, required, purpose, column, guess }) => ({
    name,
    label,
    help,
    required: required === 'always',
    ...(required === 'whenItApplies' && purpose !== undefined ? { requiredFor: purpose } : {}),
    ...describeEntry(name),
    column: column ?? null,
    ...(guess === undefined || guess.column !== column || guess.column === confirmed?.columns[name]
      ? {}
      : { guessedFrom: sanitize(guess.heading) }),
    value: choice.values[name] ?? null,
  }));
}

/** A choice from another sheet is a guess, unless it is also a known spelling. */
export function toShownValue(
  found: UnrecognizedValue,
  findEarlierChoice: FindEarlierChoice,
  { valueText, chosenBefore }: Words,
): Matching['unrecognizedValues'][number] {
  const { field, label, value, rows, firstRows } = found;
  const earlier = findEarlierChoice(found);
  const suggestion = earlier ?? found.suggestion;
  const isGuess = found.isGuess || suggestion !== found.suggestion;
  const text = toSentence(capitalize(valueText(found.message)));
  return {
    field,
    label,
    value,
    rows,
    assessedRows: 0,
    isGuess,
    firstRows: [...firstRows],
    message: sanitize(earlier === undefined ? text : `${text} ${chosenBefore(earlier)}`),
    ...(suggestion === undefined ? {} : { suggestion }),
    ...describeEntry(field),
  };
}

export function listNotes(
  { notes }: Pick<SheetFile, 'notes'>,
  intake: Pick<Intake, 'notes'>,
  { inWords }: Words,
): SheetNote[] {
  const messages = [...notes.map(toSheetMessage), ...intake.notes.filter(isNoChoice)];
  return messages.map((message) => {
    const step = noteSteps[message.code];
    return { text: inWords(message), ...(step && { step }) };
  });
}

/** Other notes are shown in both steps and in the plan of a run. */
const noteSteps: Readonly<Partial<Record<Message['code'], NonNullable<SheetNote['step']>>>> = {
  headingsInTwoRows: 'match',
  headingNearlyMatches: 'match',
  headingTwice: 'match',
  otherSheetsFit: 'match',
  rowsSkipped: 'check',
};

/** False for a note that only repeats a choice under Match. */
function isNoChoice({ code }: Message): boolean {
  return code !== 'inputFromColumn' && code !== 'inputSetForAll';
}

/**
 * False for a note that Match or Check has already shown. A value for all rows may have been chosen for another sheet with
 * the same headings.
 */
export function isNews({ code }: Message): boolean {
  return code !== 'inputFromColumn' && noteSteps[code] === undefined;
}
