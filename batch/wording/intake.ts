import { quote } from '../../src/sanitizeMessage.js';
import type { IntakeMessages, NameList, NearMiss } from '../engine/intake/intakeMessages.js';
import type { SheetOperationName } from '../engine/sheetCommand.js';
import { skippedRowsText } from './skippedRowsText.js';
import { joinSentences, type Sentence, sentence, value as cell } from './sentence.js';
import { capitalize, count, listFirstRows, formatNumber, shorten } from './words.js';
import type { Wordings } from './wordings.js';

export const maxNearMisses = 10;

export interface IntakeAdvice {
  /** The names of the options, such as "--columns". `values` sets one value for all rows. */
  readonly options: Readonly<
    Record<'columns' | 'sheet' | 'headerRow' | 'values' | 'skipHidden', string>
  >;
  /** A part of a sentence, such as `use it with --sheet "Data"`. */
  readonly useSheet: (name: string) => string;
  /** Lines about guesses from headings, with the way to confirm them. */
  readonly confirmGuesses: (guesses: readonly NearMiss[]) => readonly string[];
  /** A part of a sentence, such as "add --accept-suggestions". */
  readonly acceptSuggestions: string;
  readonly input: (field: string) => string;
  /** The noun for a row, such as "assessment". */
  readonly rowNoun: (operation: SheetOperationName) => string;
  /** The command or other means that creates a sheet with the right headings, if there is one. */
  readonly template?: (operation: SheetOperationName) => string;
}

type SharedMessages = Omit<
  IntakeMessages,
  | 'mappedToResults'
  | 'statusColumnMixed'
  | 'assessmentsUnreadable'
  | 'noRowHasInput'
  | 'allRowsHidden'
  | 'csvHidesNoRows'
  | 'encodingGuessed'
>;

export function createIntakeWording(advice: IntakeAdvice): Wordings<SharedMessages> {
  const { rowNoun, template, options } = advice;
  return {
    mappedHeadingMissing({ field, heading, headings }) {
      return sentence`${capitalize(options.columns)} names the heading "${heading}" for ${advice.input(field)}, which the sheet does not have. Its headings are: ${cell(joinNames(headings))}.`;
    },
    mappedColumnMissing({ field, column, last }) {
      return `${capitalize(options.columns)} names column ${column} for ${advice.input(field)}, which the sheet does not have. Its last column is ${last}.`;
    },
    columnsAlike({ label, columns }) {
      const both = columns.map(({ column, heading }) => `${column} ("${heading}")`);
      return `Columns ${both.join(' and ')} both look like ${label}. Rename one of them, or choose one with ${options.columns}.`;
    },
    sheetMissing({ wanted, sheets }) {
      return `There is no sheet "${wanted}". The file contains: ${joinQuoted(sheets)}.`;
    },
    headerRowEmpty({ sheet, row }) {
      return `${nameSheet(sheet)} has nothing in row ${row}, the row given with ${options.headerRow}.`;
    },
    sheetEmpty({ sheet, operation }) {
      const start =
        template === undefined ? '' : `; ${template(operation)} creates a sheet to start from`;
      return `${nameSheet(sheet)} has no values. Fill in one row for each ${rowNoun(operation)}${start}.`;
    },
    allSheetsHidden() {
      return `All sheets of the file are hidden. Choose one with ${options.sheet}.`;
    },
    headingsDoNotFit({ sheet, row, upperRow, hasNone, otherRow, missing, found, ...more }) {
      const { nearMisses, guesses, hiddenSheet, operation } = more;
      const start =
        template === undefined
          ? ''
          : ` ${template(operation)} creates a sheet with the right headings.`;
      return [
        hasNone
          ? `No heading row was found; row ${row} of the sheet "${sheet}" has none of the required headings.`
          : upperRow === undefined
            ? `Row ${row} of the sheet "${sheet}" does not have all required headings.`
            : `Rows ${upperRow} and ${row} of the sheet "${sheet}" do not have all required headings.`,
        ...(otherRow === undefined
          ? []
          : [
              // The row may also contain a person, so the advice is to insert a new row.
              `Row ${otherRow} has headings too. Insert a new row above the first person, write all headings into it, and choose it with ${options.headerRow}.`,
            ]),
        `Missing: ${missing.join(', ')}.`,
        // Marked as a value, because the row may contain data about a person instead of headings.
        ...(found.first.length === 0 ? [] : [sentence`Found: ${cell(joinNames(found))}.`]),
        ...nearMisses.slice(0, maxNearMisses).map(describeNearMiss),
        ...(guesses.length === 0 ? [] : advice.confirmGuesses(guesses)),
        ...(hiddenSheet === undefined
          ? []
          : [`The hidden sheet "${hiddenSheet}" has them: ${advice.useSheet(hiddenSheet)}.`]),
        `Add or rename the headings in a separate row above the first person, map them with ${options.columns}, choose the heading row with ${options.headerRow}, or set one value for all rows with ${options.values}.${start}`,
      ];
    },
    noRows({ sheet, headerRow, skipped, operation }) {
      return [
        `The sheet "${sheet}" has no rows below its headings in row ${headerRow}.`,
        ...skipped.map(skippedRowsText),
        `Add one row for each ${rowNoun(operation)}.`,
      ].join(' ');
    },
    headingsInTwoRows({ rows: [upper, lower] }) {
      return `The headings are read from rows ${upper} and ${lower}.`;
    },
    otherSheetsFit({ sheets }) {
      const names = joinQuoted(sheets);
      return sheets.first.length === 1
        ? `The sheet ${names} also has the headings but is not read; use ${options.sheet} to choose it.`
        : `The sheets ${names} also have the headings but are not read; use ${options.sheet} to choose one.`;
    },
    headingNearlyMatches: describeNearMiss,
    headingTwice({ columns, heading, read }) {
      return `Columns ${columns.join(' and ')} both have the heading "${heading}"; only column ${read} is read.`;
    },
    inputFromColumn({ label, column, heading }) {
      const named = heading === '' ? 'which has no heading' : `"${heading}"`;
      return `${label} is read from column ${column}, ${named} (${options.columns}).`;
    },
    inputSetForAll({ label, value, column }) {
      const unread = column === undefined ? '' : `; column ${column} is not read`;
      return sentence`${label} is "${cell(value)}" in every row (${options.values})${unread}.`;
    },
    rowsSkipped: skippedRowsText,
    onlyExamples({ rows }) {
      const [are, them] =
        rows.length === 1 ? ['is an example', 'it'] : ['are the examples', 'them'];
      return `${capitalize(listFirstRows(rows))} ${are} of the template. Replace ${them} with your own rows; only a sandbox run sends ${them}.`;
    },
    hiddenRowsSkipped({ rows }) {
      return `${count(rows, 'hidden row')} ${rows === 1 ? 'is' : 'are'} skipped (${options.skipHidden}).`;
    },
    hiddenRowsCount() {
      return `Hidden rows are included; ${options.skipHidden} skips them.`;
    },
    datesHalfConverted({ label }) {
      return `In ${label}, all days after the 12th are text and other days are dates. Check the dates: a program that opened the sheet may have swapped day and month.`;
    },
    valuesSuggested({ cells, value, suggestion }) {
      return sentence`${count(cells, 'cell')} can be read as suggested, such as "${cell(value)}" as ${cell(suggestion)}: ${advice.acceptSuggestions}.`;
    },
    valueTaken({ column, value, suggestion, rows }) {
      const place = column === undefined ? capitalize(options.values) : `Column ${column}`;
      return sentence`${place}: "${cell(value)}" is read as ${cell(suggestion)} (${count(rows, 'row')}).`;
    },
    moreValuesTaken({ count: values }) {
      return `${count(values, 'more value')} ${values === 1 ? 'is' : 'are'} read as suggested.`;
    },
  };
}

/** Parts of sentences about sheets in files, which the n8n nodes do not have. */
export interface FileIntakeAdvice {
  readonly skipHidden: string;
  /** A part of a sentence about how to correct a wrong encoding. */
  readonly fixEncoding: string;
  /** The end of a sentence about how to continue after an edit; may be empty. */
  readonly afterEdit: string;
  /** A sentence, after a space, about options that make assessments readable; may be empty. */
  readonly optionsOfAssessments: string;
}

export function createFileIntakeWording({
  skipHidden,
  fixEncoding,
  afterEdit,
  optionsOfAssessments,
}: FileIntakeAdvice): Wordings<
  Pick<
    IntakeMessages,
    'assessmentsUnreadable' | 'noRowHasInput' | 'csvHidesNoRows' | 'encodingGuessed'
  >
> {
  return {
    assessmentsUnreadable({ sheet }) {
      return `Assessments were made from the sheet "${sheet}", but their inputs cannot be read now, so nothing shows which decision belongs to which assessment. Nothing was sent.${optionsOfAssessments}`;
    },
    noRowHasInput({ sheet, label }) {
      return `No row of the sheet "${sheet}" has a ${label}. Fill in the column "${label}" in each row to send${afterEdit}.`;
    },
    csvHidesNoRows() {
      return `A CSV file does not record which rows are hidden: ${skipHidden} has no effect.`;
    },
    encodingGuessed({ encoding }) {
      return `The file is not UTF-8 and was read as ${encoding}. If letters look wrong, ${fixEncoding}.`;
    },
  };
}

/** The parts of the message that differ between the faces. */
export interface StatusColumnAdvice {
  /** The words after "statuses of". */
  readonly owner: string;
  /** A sentence about why the owner of the column is unknown. */
  readonly doubt: string;
  /** The condition under which the column is not the user's: "rwa added it". */
  readonly ifOurs: string;
}

export const unknownOwner: StatusColumnAdvice = {
  owner: 'assessments',
  doubt: 'It is not certain whose column it is.',
  ifOurs: 'it was added with the results',
};

export function statusColumnText(
  { heading, ...mixed }: IntakeMessages['statusColumnMixed'],
  { owner, doubt, ifOurs }: StatusColumnAdvice,
): Sentence {
  return sentence`Column ${mixed.column} "${heading}" contains statuses of ${owner} and other text: ${listOtherTexts(mixed)}. ${doubt} If it is yours, change its heading. If ${ifOurs}, replace the other text: type Unconfirmed if the row may have been sent, or clear the cell if it was not.`;
}

function listOtherTexts({
  column,
  others,
  more,
}: Pick<IntakeMessages['statusColumnMixed'], 'column' | 'others' | 'more'>): Sentence {
  const cells = others.map(
    ({ row, text }) => sentence`${column}${`${row}`} says ${cell(quote(text))}`,
  );
  const rest = more === 0 ? '' : `, and ${formatNumber(more)} more`;
  return sentence`${joinSentences(cells, ', ')}${rest}`;
}

function describeNearMiss({ column, heading, label }: NearMiss): string {
  return `Column ${column} has the heading "${heading}", which is not read; did you mean "${label}"?`;
}

/** Lists guesses as in `Destination country from "Zielland" (column F), …`. */
export function listGuesses(guesses: readonly NearMiss[]): string {
  return guesses
    .map(({ label, heading, column }) => `${label} from "${heading}" (column ${column})`)
    .join(', ');
}

function nameSheet(sheet: string | undefined): string {
  return sheet === undefined ? 'The file' : `The sheet "${sheet}"`;
}

/** Shortens long names, because a heading may be a whole page of text. */
function joinNames({ first, more }: NameList): string {
  const shown = first.map((text) => shorten(text, 40));
  return more === 0 ? shown.join(', ') : `${shown.join(', ')} and ${more} more`;
}

function joinQuoted({ first, more }: NameList): string {
  return joinNames({ first: first.map((name) => `"${name}"`), more });
}
