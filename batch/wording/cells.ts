import { quote } from '../../src/sanitizeMessage.js';
import type { Cell } from '../../sheets/sheet.js';
import { readCellText } from '../engine/intake/cellValues.js';
import type { CellMessages, CellSource } from '../engine/run/runMessages.js';
import { sentence, value } from './sentence.js';
import { formatNumber } from './words.js';
import type { Wordings } from './wordings.js';

const sourceWords: Readonly<Record<CellSource, string>> = {
  assessment: 'the assessment',
  result: 'the result',
};

const cellWords: CellWords = { formula: 'a formula', quote };

export const cellWording: Wordings<CellMessages> = {
  cellKept({ row, heading, current, wanted, source, isReference = false }) {
    const contains = sentence`Row ${`${row}`}: ${heading} contains ${value(formatCell(current, cellWords))}`;
    if (isReference) {
      return sentence`${contains}, so the reference of the row cannot be written; move the text to another column and clear the cell.`;
    }
    return wanted === undefined
      ? sentence`${contains}, but there is no result for it; clear the cell if this is a mistake.`
      : sentence`${contains}, but ${sourceWords[source]} is ${value(formatResult(wanted, cellWords))}; clear the cell to have it written again.`;
  },
  cellsKept({ count, first, source }) {
    const places = first.map(({ row, heading }) => `row ${row} ${heading}`).join(', ');
    const rest = count - first.length;
    const more = rest === 0 ? '' : ` and ${formatNumber(rest)} more`;
    return `${formatNumber(count)} cells differ from ${sourceWords[source]} and were not changed: ${places}${more}. Clear a cell to have it written again.`;
  },
};

export interface CellWords {
  readonly formula: string;
  readonly quote: (text: string) => string;
}

export function formatCell(cell: Cell, { formula, quote: quoteText }: CellWords): string {
  switch (cell.kind) {
    case 'number':
      return cell.text;
    case 'text':
      return isNumber(cell.text) ? cell.text.trim() : quoteText(readCellText(cell));
    case 'date':
      return cell.iso;
    case 'boolean':
      return String(cell.value).toUpperCase();
    case 'error':
      return cell.code;
    case 'uncalculated':
      return formula;
  }
}

export function formatResult(result: string | number, words: CellWords): string {
  return typeof result === 'number' ? String(result) : words.quote(result);
}

function isNumber(text: string): boolean {
  return /^\s*[+-]?\d+(?:[.,]\d+)?\s*$/.test(text);
}
