import { MAX_HEAD_CHARS, MAX_ROW_CHARS, MAX_TAIL_CHARS, tooMuch } from '../limits.js';
import { hasMarkup, markupEnd, tagEnd } from '../xml/elements.js';

/** A worksheet part in pieces, each a binary string; joined they are the part. */
export type SheetPiece =
  /** Up to and with the `<sheetData>` tag. Comes once, first. */
  | { readonly kind: 'head'; readonly text: string; readonly prefix: string }
  /** One or more whole rows and what stands between them. */
  | { readonly kind: 'rows'; readonly text: string }
  /** From `</sheetData>` to the end. Comes once, last; empty when `<sheetData/>` is the head's. */
  | { readonly kind: 'tail'; readonly text: string };

/**
 * Cuts a worksheet part at row boundaries as it streams by. Comments and CDATA that look like rows
 * are not taken for any.
 *
 * @throws {SheetError} for a row, head or tail of absurd length, and for a document type.
 */
export async function* splitSheet(
  chunks: AsyncIterable<string>,
  fileName: string,
): AsyncGenerator<SheetPiece, void> {
  let carried = '';
  let state: 'head' | 'rows' | 'tail' = 'head';
  let prefix = '';
  const tail: string[] = [];
  let tailChars = 0;
  for await (const chunk of chunks) {
    let text = carried + chunk;
    carried = '';
    if (state === 'head') {
      const data = findSheetData(text);
      if (!data) {
        if (text.length > MAX_HEAD_CHARS) throw tooMuch(fileName, 'its sheet begins oddly long');
        carried = text;
        continue;
      }
      prefix = data.prefix;
      yield { kind: 'head', text: text.slice(0, data.end), prefix };
      text = text.slice(data.end);
      state = data.selfClosed ? 'tail' : 'rows';
    }
    if (state === 'rows') {
      const cut = cutRows(text, prefix);
      if (cut.at > 0) yield { kind: 'rows', text: text.slice(0, cut.at) };
      text = text.slice(cut.at);
      if (cut.ended) {
        state = 'tail';
      } else {
        if (text.length > MAX_ROW_CHARS) throw tooMuch(fileName, 'one row fills many megabytes');
        carried = text;
      }
    }
    if (state === 'tail') {
      tail.push(text);
      tailChars += text.length;
      if (tailChars > MAX_TAIL_CHARS) throw tooMuch(fileName, 'its sheet ends oddly long');
    }
  }
  if (state === 'head') yield { kind: 'head', text: carried, prefix };
  if (state === 'rows' && carried !== '') yield { kind: 'rows', text: carried };
  yield { kind: 'tail', text: tail.join('') };
}

interface SheetData {
  readonly prefix: string;
  readonly end: number;
  readonly selfClosed: boolean;
}

/** The `<sheetData>` start tag, when it is there as a whole. */
function findSheetData(text: string): SheetData | undefined {
  if (!text.includes('sheetData')) return undefined;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    if (text[at + 1] === '!' || text[at + 1] === '?') {
      at = markupEnd(text, at);
      if (at < 0) return undefined;
      continue;
    }
    const end = tagEnd(text, at);
    if (end < 0) return undefined;
    const [, prefix, name] = /^<([\w.-]+:)?([\w.-]+)/.exec(text.slice(at, end)) ?? [];
    if (name === 'sheetData') {
      return { prefix: prefix ?? '', end, selfClosed: text[end - 2] === '/' };
    }
    at = end;
  }
  return undefined;
}

/** Where whole rows end: at the end of the data, else before the last row that has begun. */
function cutRows(text: string, prefix: string): { at: number; ended: boolean } {
  const dataEnd = `</${prefix}sheetData`;
  const rowStart = `<${prefix}row`;
  if (!hasMarkup(text)) {
    const end = text.indexOf(dataEnd);
    if (end >= 0) return { at: end, ended: true };
    return { at: Math.max(0, text.lastIndexOf(rowStart)), ended: false };
  }
  let lastRow = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    if (text[at + 1] === '!' || text[at + 1] === '?') {
      const after = markupEnd(text, at);
      if (after < 0) break;
      at = after - 1;
    } else if (text.startsWith(dataEnd, at)) {
      return { at, ended: true };
    } else if (text.startsWith(rowStart, at)) {
      lastRow = at;
    }
  }
  return { at: lastRow, ended: false };
}
