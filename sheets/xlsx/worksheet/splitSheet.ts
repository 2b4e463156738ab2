import {
  MAX_HEAD_CHARS,
  MAX_ROW_CHARS,
  MAX_TAIL_CHARS,
  createDamagedFileError,
  createFileLimitError,
} from '../limits.js';
import { hasMarkup, findEndOfMarkup, findEndOfTag } from '../xml/elements.js';
import { TextBuffer, appendEnd } from '../xml/textBuffer.js';

/**
 * A piece of a worksheet, whose text is a binary string. All pieces, joined, are the whole part.
 */
export type SheetPiece =
  /** The beginning of the part, up to the `<sheetData>` tag. */
  | { readonly kind: 'head'; readonly text: string; readonly prefix: string }
  /** Whole rows, with everything between them. */
  | { readonly kind: 'rows'; readonly text: string }
  /** The rest of the part, from `</sheetData>` on, or after `<sheetData/>`. */
  | { readonly kind: 'tail'; readonly text: string };

/**
 * Splits a worksheet into pieces. Comments and CDATA that look like rows are not mistaken for rows.
 */
export async function* splitSheet(
  chunks: AsyncIterable<string>,
  fileName: string,
): AsyncGenerator<SheetPiece, void> {
  const buffer = new TextBuffer();
  let prefix: string | undefined;
  const tail: string[] = [];
  let tailChars = 0;
  let inTail = false;
  for await (const chunk of appendEnd(chunks)) {
    if (inTail) {
      tail.push(chunk);
      tailChars += chunk.length;
      if (tailChars > MAX_TAIL_CHARS) throw createFileLimitError(fileName, { code: 'longEnd' });
      continue;
    }
    if (!buffer.add(chunk)) continue;
    if (prefix === undefined) {
      const data = findSheetData(buffer.text);
      if (!data && buffer.text.length > MAX_HEAD_CHARS) {
        throw createFileLimitError(fileName, { code: 'longBeginning' });
      }
      if (data) {
        ({ prefix } = data);
        yield { kind: 'head', text: buffer.text.slice(0, data.end), prefix };
        inTail = data.isSelfClosed;
      }
      buffer.drop(data?.end ?? 0);
    }
    if (prefix !== undefined && !inTail) {
      const { end, isDataEnd } = findRowsEnd(buffer.text, prefix);
      if (end > 0) yield { kind: 'rows', text: buffer.text.slice(0, end) };
      buffer.drop(end);
      inTail = isDataEnd;
      if (!isDataEnd && buffer.text.length > MAX_ROW_CHARS) {
        throw createFileLimitError(fileName, { code: 'hugeRow' });
      }
    }
    if (inTail) tail.push(buffer.text);
  }
  if (!inTail) throw createDamagedFileError(fileName, { code: 'sheetWithoutEnd' });
  yield { kind: 'tail', text: tail.join('') };
}

interface SheetData {
  readonly prefix: string;
  readonly end: number;
  readonly isSelfClosed: boolean;
}

function findSheetData(text: string): SheetData | undefined {
  if (!text.includes('sheetData')) return undefined;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    if (text[at + 1] === '!' || text[at + 1] === '?') {
      at = findEndOfMarkup(text, at);
      if (at < 0) return undefined;
      continue;
    }
    const end = findEndOfTag(text, at);
    if (end < 0) return undefined;
    const [, prefix, name] = /^<([\w.-]+:)?([\w.-]+)/.exec(text.slice(at, end)) ?? [];
    if (name === 'sheetData') {
      return { prefix: prefix ?? '', end, isSelfClosed: text[end - 2] === '/' };
    }
    at = end;
  }
  return undefined;
}

/** Returns the end of the data, or the start of the last row so far. */
function findRowsEnd(text: string, prefix: string): { end: number; isDataEnd: boolean } {
  const dataEnd = `</${prefix}sheetData`;
  const rowStart = `<${prefix}row`;
  if (!hasMarkup(text)) {
    const end = text.indexOf(dataEnd);
    if (end >= 0) return { end, isDataEnd: true };
    return { end: Math.max(0, text.lastIndexOf(rowStart)), isDataEnd: false };
  }
  let lastRow = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    if (text[at + 1] === '!' || text[at + 1] === '?') {
      const after = findEndOfMarkup(text, at);
      if (after < 0) break;
      at = after - 1;
    } else if (text.startsWith(dataEnd, at)) {
      return { end: at, isDataEnd: true };
    } else if (text.startsWith(rowStart, at)) {
      lastRow = at;
    }
  }
  return { end: lastRow, isDataEnd: false };
}
