import { readLinkFormula } from '../../linkFormula.js';
import type { Cell } from '../../sheet.js';
import type { NumberShape } from '../numberFormats.js';
import { serialToClock, serialToIso } from '../../serialDate.js';
import { readPlainText, readRichText, type SharedStrings } from '../sharedStrings.js';
import { formatAsCode } from '../codeFormat.js';
import type { CellStyle } from '../styles.js';
import { listChildren } from '../xml/elements.js';
import { decodeText, fromBinary } from '../xml/text.js';
import type { RowScanner } from './rowScanner.js';

export interface CellContext {
  readonly strings: SharedStrings;
  readonly cellStyles: readonly CellStyle[];
  readonly date1904: boolean;
}

/** `valueStart` and `inlineStart` are -1 if missing; a formula's positions need `hasFormula`. */
interface CellContent {
  valueStart: number;
  valueEnd: number;
  inlineStart: number;
  inlineEnd: number;
  hasFormula: boolean;
  formulaStart: number;
  formulaEnd: number;
}

const NUMBER: NumberShape = { kind: 'number' };

/** This object is reused for every cell, so that no more objects are created. */
const content: CellContent = {
  valueStart: -1,
  valueEnd: -1,
  inlineStart: -1,
  inlineEnd: -1,
  hasFormula: false,
  formulaStart: 0,
  formulaEnd: 0,
};

function readContent(row: RowScanner, index: number): CellContent {
  const into = content;
  const { text, prefix } = row;
  const from = row.cellOpenEnds[index] ?? 0;
  const to = row.cellCloseStarts[index] ?? 0;
  into.valueStart = into.inlineStart = -1;
  into.hasFormula = false;
  if (from === to) return into;
  if (text.startsWith(prefix === '' ? '<v>' : `<${prefix}v>`, from)) {
    const start = from + prefix.length + 3;
    const end = text.indexOf('<', start);
    // The cell ends after the value, so there is neither a formula nor a comment.
    if (text.startsWith('</', end) && text.indexOf('>', end) + 1 === to) {
      into.valueStart = start;
      into.valueEnd = end;
      return into;
    }
  }
  const inline = `<${prefix}is>`;
  const inlineEnd = to - inline.length - 1;
  if (text.startsWith(inline, from) && text.startsWith(`</${prefix}is>`, inlineEnd)) {
    into.inlineStart = from + inline.length;
    into.inlineEnd = inlineEnd;
    return into;
  }
  for (const { name, openEnd, closeStart } of listChildren(text, from, to)) {
    if (name === 'v') {
      into.valueStart = openEnd;
      into.valueEnd = closeStart;
    } else if (name === 'is') {
      into.inlineStart = openEnd;
      into.inlineEnd = closeStart;
    } else if (name === 'f') {
      into.hasFormula = true;
      into.formulaStart = openEnd;
      into.formulaEnd = closeStart;
    }
  }
  return into;
}

export function readCell(row: RowScanner, index: number, context: CellContext): Cell | undefined {
  const { hasFormula } = readContent(row, index);
  if (hasFormula) {
    const link = readLinkCell(row.text.slice(content.formulaStart, content.formulaEnd));
    if (link !== undefined) return link;
  }
  const cell = readCachedValue(row, index, context, content);
  if (hasFormula && cell !== undefined) cell.isFormula = true;
  return cell;
}

function readCachedValue(
  row: RowScanner,
  index: number,
  context: CellContext,
  { hasFormula, valueStart, valueEnd, inlineStart, inlineEnd }: CellContent,
): Cell | undefined {
  const type = row.typeStarts[index] === 0 ? 'n' : row.getType(index);
  if (inlineStart >= 0 && type === 'inlineStr') {
    return createTextCell(readRichText(row.text, inlineStart, inlineEnd));
  }
  const value = valueStart < 0 ? '' : row.text.slice(valueStart, valueEnd);
  if (value === '') {
    // A cached empty text is a result; a missing cached value is not.
    const isCalculated = !hasFormula || (type === 'str' && valueStart >= 0);
    return isCalculated ? undefined : { kind: 'uncalculated' };
  }
  switch (type) {
    case 'n':
      return readNumberCell(
        value,
        context.cellStyles[row.styles[index] ?? 0]?.shape ?? NUMBER,
        context.date1904,
      );
    case 's':
      return createTextCell(context.strings.get(Number(decodeText(value))) ?? '');
    case 'b':
      return readBooleanCell(value);
    case 'e':
      return readErrorCell(decodeText(value), row, index);
    case 'd':
      return readDateCell(decodeText(value).trim());
    default:
      return createTextCell(readPlainText(value));
  }
}

/** If the cell has the attribute `vm`, the error is only a substitute for a rich value. */
function readErrorCell(code: string, row: RowScanner, index: number): Cell {
  const tag = row.text.slice(row.cellStarts[index], row.cellOpenEnds[index]);
  return /\svm\s*=/.test(tag) ? { kind: 'error', code, isRich: true } : { kind: 'error', code };
}

/** Some programs write words instead of 0 and 1. */
function readBooleanCell(source: string): Cell | undefined {
  const text = readPlainText(source);
  const word = /^\s*(?:(1|true)|0|false)\s*$/i.exec(text);
  return word === null ? createTextCell(text) : { kind: 'boolean', value: word[1] !== undefined };
}

/** Reads the link from the formula, because the formula may not have been calculated. */
function readLinkCell(formula: string): Cell | undefined {
  if (!/^\s*HYPERLINK/i.test(formula)) return undefined;
  const link = readLinkFormula(decodeText(fromBinary(formula)));
  return link === undefined || link.shown === ''
    ? undefined
    : { kind: 'text', text: link.shown, link: link.url };
}

function createTextCell(text: string): Cell | undefined {
  return text === '' ? undefined : { kind: 'text', text };
}

function readNumberCell(source: string, shape: NumberShape, date1904: boolean): Cell | undefined {
  const digits = source.includes('<') || source.includes('&') ? decodeText(source) : source;
  const value = Number(digits);
  if (Number.isNaN(value)) return createTextCell(readPlainText(source));
  if (digits.trim() === '') return undefined;
  switch (shape.kind) {
    case 'number':
      return {
        kind: 'number',
        value,
        text: PLAIN_NUMBER.test(source) ? source : toPlainDigits(value),
      };
    case 'padded':
      return { kind: 'number', value, text: padDigits(value, shape.digits) };
    case 'code':
    case 'unread':
      return {
        kind: 'number',
        value,
        text: toPlainDigits(value),
        shown: toShownText(value, shape),
      };
    case 'time':
      if (value >= 0 && value < 1) return { kind: 'text', text: serialToClock(value) };
      break;
    case 'date':
      break;
  }
  const iso = serialToIso(value, date1904);
  return iso === undefined
    ? { kind: 'number', value, text: toPlainDigits(value) }
    : { kind: 'date', iso };
}

/**
 * Nearly all numbers need no conversion. A slice of more than 12 characters would keep the whole
 * source in memory.
 */
const PLAIN_NUMBER = /^(?=.{1,12}$)-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/;

/** Keeps at most the 15 digits of Excel: 0.1 + 0.2 is 0.3. Safe integers keep all digits. */
function toPlainDigits(value: number): string {
  const exact = String(value);
  if (exact.length <= 15 && !exact.includes('e')) return exact;
  const text = Number.isSafeInteger(value) ? exact : String(Number(value.toPrecision(15)));
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return text;
  const [, sign = '', first = '', rest = '', exponent = ''] = match;
  const digits = first + rest;
  const point = Number(exponent) + 1;
  return point > 0 ? sign + digits.padEnd(point, '0') : `${sign}0.${'0'.repeat(-point)}${digits}`;
}

/** Returns '' if the shown text is unclear. */
function toShownText(
  value: number,
  shape: Extract<NumberShape, { kind: 'code' | 'unread' }>,
): string {
  if (shape.kind === 'unread' || !Number.isSafeInteger(value)) return '';
  // Another section of the format may apply.
  if (shape.hasSections && value <= 0) return '';
  const sign = value < 0 ? '-' : '';
  return sign + formatAsCode(String(Math.abs(value)), shape.parts);
}

/** Adds leading zeros to whole numbers. */
function padDigits(value: number, digits: number): string {
  const text = toPlainDigits(Math.abs(value));
  if (!Number.isInteger(value)) return toPlainDigits(value);
  return (value < 0 ? '-' : '') + text.padStart(digits, '0');
}

/** `2026-11-03T00:00:00.000Z` is a date without a time. */
function readDateCell(text: string): Cell | undefined {
  const match = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d)(?:\.\d+)?)?Z?)?$/.exec(text);
  if (!match) return createTextCell(text);
  const [, date = '', hoursAndMinutes = '00:00', seconds = '00'] = match;
  const time = `${hoursAndMinutes}:${seconds}`;
  return { kind: 'date', iso: time === '00:00:00' ? date : `${date}T${time}` };
}
