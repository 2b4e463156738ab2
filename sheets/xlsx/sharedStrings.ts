import { allocateBytes, decodeUtf8, writeBinary } from './bytes.js';
import { MAX_ROW_CHARS, MAX_SHARED_STRING_BYTES, createFileLimitError } from './limits.js';
import type { Package } from './package.js';
import { listChildren, getContent } from './xml/elements.js';
import { toBinaryChunks } from './xml/encoding.js';
import { TextBuffer, appendEnd } from './xml/textBuffer.js';
import { decodeExcelEscapes, decodeText, fromBinary, toBinary } from './xml/text.js';

/** The shared strings, stored as bytes: each string would take some 60 bytes more. */
export class SharedStrings {
  private bytes = allocateBytes(1 << 16);
  /** The end of each text in `bytes`. */
  private ends = new Uint32Array(1 << 12);
  private count = 0;

  get(index: number): string | undefined {
    if (!(index >= 0 && index < this.count)) return undefined;
    return decodeUtf8(this.bytes, this.ends[index - 1] ?? 0, this.ends[index]);
  }

  add(text: string): void {
    this.addBytes(toBinary(text));
  }

  /** `binary` is the text's UTF-8. */
  addBytes(binary: string): void {
    const start = this.ends[this.count - 1] ?? 0;
    if (start + binary.length > this.bytes.length) {
      const longer = allocateBytes((start + binary.length) * 2);
      longer.set(this.bytes);
      this.bytes = longer;
    }
    if (this.count === this.ends.length) {
      const longer = new Uint32Array(this.ends.length * 2);
      longer.set(this.ends);
      this.ends = longer;
    }
    writeBinary(binary, this.bytes, start);
    this.ends[this.count++] = start + binary.length;
  }
}

export async function readSharedStrings(
  parts: Package,
  part: string | undefined,
): Promise<SharedStrings> {
  const strings = new SharedStrings();
  if (part === undefined) return strings;
  const buffer = new TextBuffer();
  /** The start tag of the list, with the prefix of its elements. */
  let listStart: RegExpExecArray | null = null;
  const bytes = parts.archive.read(parts.getEntry(part), MAX_SHARED_STRING_BYTES);
  for await (const chunk of appendEnd(toBinaryChunks(bytes))) {
    if (!buffer.add(chunk)) continue;
    if (!listStart) {
      listStart = LIST_START.exec(buffer.text);
      buffer.drop(listStart ? listStart.index + listStart[0].length : 0);
    }
    if (listStart) buffer.drop(addItems(strings, buffer.text, listStart[1] ?? ''));
    if (buffer.text.length > MAX_ROW_CHARS) {
      throw createFileLimitError(parts.fileName, { code: 'hugeText' });
    }
  }
  return strings;
}

const LIST_START = /<([\w.-]+:)?sst(?:\s[^<>]*)?>/;

/** Adds the complete items of a text, and returns the end of the last one. */
function addItems(strings: SharedStrings, text: string, prefix: string): number {
  const start = `<${prefix}si><${prefix}t>`;
  const end = `</${prefix}t></${prefix}si>`;
  let at = 0;
  for (;;) {
    // The usual form of an item, `<si><t>text</t></si>`, needs no search for elements.
    const textEnd = text.startsWith(start, at) ? text.indexOf('<', at + start.length) : -1;
    if (textEnd >= 0 && text.startsWith(end, textEnd)) {
      addPlainText(strings, text.slice(at + start.length, textEnd));
      at = textEnd + end.length;
      continue;
    }
    const item = listChildren(text, at).next().value;
    if (!item) return at;
    strings.add(readRichText(text, item.openEnd, item.closeStart));
    at = item.end;
  }
}

function addPlainText(strings: SharedStrings, binary: string): void {
  if (binary.includes('&') || binary.includes('_x')) strings.add(readPlainText(binary));
  else strings.addBytes(binary);
}

/** Joins the runs of a text, without phonetic hints. */
export function readRichText(xml: string, from: number, to: number): string {
  if (xml.startsWith('<t>', from) && xml.indexOf('<', from + 3) === to - 4) {
    return readPlainText(xml.slice(from + 3, to - 4));
  }
  let text = '';
  for (const element of listChildren(xml, from, to)) {
    if (element.name === 't') text += readPlainText(getContent(xml, element));
    else if (element.name === 'r') text += readRichText(xml, element.openEnd, element.closeStart);
  }
  return text;
}

export function readPlainText(binary: string): string {
  return decodeExcelEscapes(decodeText(fromBinary(binary)));
}
