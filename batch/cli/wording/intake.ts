import { quote } from '../../../src/sanitizedMessage.js';
import type {
  IntakeMessages,
  LeftOut,
  NameList,
  NearMiss,
} from '../../engine/intake/intakeMessages.js';
import { joined, sentence, value as cell } from '../../wording/sentence.js';
import { capital, count, firstRows } from '../../wording/words.js';
import { commandLine } from '../output/commandLine.js';
import type { SheetOperationName } from '../../engine/sheetCommand.js';
import { firstCommand, operationWords } from '../operations/operations.js';
import type { WordingOf } from '../../wording/wordingOf.js';

/** At most this many near matches are named. */
const mostNearMisses = 10;

/** Messages about reading a sheet. */
export const intakeWording: WordingOf<IntakeMessages> = {
  mappedToResults({ field, heading, column }) {
    return `--columns maps ${field} to "${heading}" (column ${column}), in which rwa writes results. Map it to a column of the sheet's own.`;
  },
  mappedHeadingMissing({ field, heading, headings }) {
    return sentence`--columns names the heading "${heading}" for ${field}, which the sheet does not have. Its headings are: ${cell(listOf(headings))}.`;
  },
  columnsAlike({ label, columns }) {
    const both = columns.map(({ column, heading }) => `${column} ("${heading}")`);
    return `Columns ${both.join(' and ')} both look like ${label}. Rename one of them, or choose one with --columns.`;
  },
  statusColumnMixed({ column, heading, others, more }) {
    const cells = others.map(
      ({ row, text }) => sentence`${column}${`${row}`} says ${cell(quote(text))}`,
    );
    const rest = more === 0 ? '' : `, and ${more.toLocaleString('en')} more`;
    return sentence`Column ${column} "${heading}" contains statuses of rwa and other text: ${joined(cells, ', ')}${rest}. Without a journal, rwa cannot tell whose column it is. If it is yours, change its heading. If rwa added it, replace the other text: type Unconfirmed if the row may have been sent, or clear the cell if it was not.`;
  },
  sheetMissing({ wanted, sheets }) {
    return `There is no sheet "${wanted}". The file contains: ${quotedList(sheets)}.`;
  },
  headerRowEmpty({ sheet, row }) {
    return `${whereIn(sheet)} has nothing in row ${row}, the row given with --header-row.`;
  },
  sheetEmpty({ sheet, operation }) {
    const { each, template } = inputWords(operation);
    return `${whereIn(sheet)} has no values. Fill in one row for each ${each}; ${template} creates a sheet to start from.`;
  },
  allSheetsHidden() {
    return 'All sheets of the file are hidden. Choose one with --sheet.';
  },
  headingsDoNotFit({ sheet, row, upperRow, hasNone, otherRow, missing, found, ...more }) {
    const { nearMisses, hiddenSheet, operation } = more;
    const lowest = Math.max(row, otherRow ?? 0);
    return [
      hasNone
        ? `No heading row was found; row ${row} of the sheet "${sheet}" has none of the required headings.`
        : upperRow === undefined
          ? `Row ${row} of the sheet "${sheet}" does not have all required headings.`
          : `Rows ${upperRow} and ${row} of the sheet "${sheet}" do not have all required headings.`,
      ...(otherRow === undefined
        ? []
        : [
            `Row ${otherRow} has headings too: write them all into row ${lowest} and use --header-row ${lowest}.`,
          ]),
      `Missing: ${missing.join(', ')}.`,
      // The row may contain people instead of headings.
      ...(found.first.length === 0 ? [] : [sentence`Found: ${cell(listOf(found))}.`]),
      ...nearMisses.slice(0, mostNearMisses).map(nearMiss),
      ...(hiddenSheet === undefined
        ? []
        : [`The hidden sheet "${hiddenSheet}" has them: use it with --sheet "${hiddenSheet}".`]),
      `Add or rename the headings, map them with --columns, choose the heading row with --header-row, or set one value for all rows with --set. ${inputWords(operation).template} creates a sheet with the right headings.`,
    ];
  },
  noRowHasInput({ sheet, label }) {
    return `No row of the sheet "${sheet}" has a ${label}. Fill in the column "${label}" in each row to send.`;
  },
  noRows({ sheet, headerRow, leftOut, operation }) {
    return [
      `The sheet "${sheet}" has no rows below its headings in row ${headerRow}.`,
      ...leftOut.map(leftOutRows),
      `Add one row for each ${inputWords(operation).each}.`,
    ].join(' ');
  },
  allRowsHidden({ sheet }) {
    return `Every row of the sheet "${sheet}" is hidden, and --visible-only skips hidden rows. Unhide the rows to send, or run without --visible-only.`;
  },
  headingsInTwoRows({ rows: [upper, lower] }) {
    return `The headings are read from rows ${upper} and ${lower}.`;
  },
  otherSheetsFit({ sheets }) {
    const names = quotedList(sheets);
    return sheets.first.length === 1
      ? `The sheet ${names} also has the headings but is not read; use --sheet to choose it.`
      : `The sheets ${names} also have the headings but are not read; use --sheet to choose one.`;
  },
  headingNearlyMatches: nearMiss,
  headingTwice({ columns, heading, read }) {
    return `Columns ${columns.join(' and ')} both have the heading "${heading}"; only column ${read} is read.`;
  },
  inputFromColumn({ label, column, heading }) {
    return `${label} is read from column ${column}, "${heading}" (--columns).`;
  },
  inputSetForAll({ label, value, column }) {
    const instead = column === undefined ? '' : `; column ${column} is not read`;
    return sentence`${label} is "${cell(value)}" in every row (--set)${instead}.`;
  },
  rowsLeftOut: leftOutRows,
  csvHidesNoRows() {
    return 'A CSV file does not record which rows are hidden: --visible-only has no effect.';
  },
  hiddenRowsLeftOut({ rows }) {
    return `${count(rows, 'hidden row')} ${rows === 1 ? 'is' : 'are'} skipped (--visible-only).`;
  },
  hiddenRowsCount() {
    return 'Hidden rows are included; --visible-only skips them.';
  },
  datesHalfConverted({ label }) {
    return `In ${label}, all days after the 12th are text and other days are dates. Check the dates: a program that opened the sheet may have swapped day and month.`;
  },
  valuesSuggested({ cells, value, suggestion }) {
    return sentence`${count(cells, 'cell')} can be read as suggested, such as "${cell(value)}" as ${cell(suggestion)}: add --accept-suggestions.`;
  },
  valueTaken({ column, value, suggestion, rows }) {
    const place = column === undefined ? '--set' : `Column ${column}`;
    return sentence`${place}: "${cell(value)}" is read as ${cell(suggestion)} (${count(rows, 'row')}).`;
  },
  moreValuesTaken({ count: values }) {
    return `${count(values, 'more value')} ${values === 1 ? 'is' : 'are'} read as suggested.`;
  },
};

/** What each row of a sheet is, and the command that creates a sheet with the right headings. */
function inputWords(operation: SheetOperationName): { each: string; template: string } {
  const command = firstCommand[operation];
  const template = commandLine(['template'], command === 'assess' ? {} : { for: command });
  return { each: operationWords[command].each, template };
}

function nearMiss({ column, heading, label }: NearMiss): string {
  return `Column ${column} has the heading "${heading}", which is not read; did you mean "${label}"?`;
}

/** One sentence for all skipped rows of a kind. */
function leftOutRows({ kind, rows, without }: LeftOut): string {
  if (kind === 'withoutInputs' && without !== undefined) {
    // Undecided rows are usually many, and skipped on purpose: their number is enough.
    const [have, are] = rows.length === 1 ? ['has', 'is'] : ['have', 'are'];
    return `${count(rows.length, 'row')} ${have} no ${without.join(' or ')} and ${are} skipped.`;
  }
  const identity = without?.join(' or ') ?? '';
  const nothing = 'no values in the columns that are read';
  const [one, several] = {
    example: ['is an example of the template', 'are examples of the template'],
    headings: ['repeats the headings', 'repeat the headings'],
    totals: ['is the totals row of a table', 'are totals rows of tables'],
    note: [
      `has no ${identity}, looks like a note or a subtotal,`,
      `have no ${identity}, look like notes or subtotals,`,
    ],
    withoutInputs: [`has ${nothing}`, `have ${nothing}`],
  }[kind];
  const list = capital(firstRows(rows));
  return `${list} ${rows.length === 1 ? `${one} and is` : `${several} and are`} skipped.`;
}

function whereIn(sheet: string | undefined): string {
  return sheet === undefined ? 'The file' : `The sheet "${sheet}"`;
}

/** The names, with long ones cut: a heading may be a whole page of text. */
function listOf({ first, more }: NameList): string {
  const shown = first.map((text) => (text.length > 40 ? `${text.slice(0, 37)}...` : text));
  return more === 0 ? shown.join(', ') : `${shown.join(', ')} and ${more} more`;
}

function quotedList({ first, more }: NameList): string {
  return listOf({ first: first.map((name) => `"${name}"`), more });
}
