import { newBytes, utf8Text, writeBinary } from './bytes.js';
import { MAX_ROW_CHARS, MAX_SHARED_STRING_BYTES, createFileLimitError } from './limits.js';
import type { Package } from './package.js';
import { childElements, content } from './xml/elements.js';
import { binaryChunks } from './xml/encoding.js';
import { TextBuffer, withEnd } from './xml/textBuffer.js';
import { decodeExcelEscapes, decodeText, fromBinary, toBinary } from './xml/text.js';

/** Stored as bytes: each string would take some 60 bytes more. */
export class SharedStrings {
  private bytes = newBytes(1 << 16);
  /** The end of each text in `bytes`. */
  private ends = new Uint32Array(1 << 12);
  private count = 0;

  get(index: number): string | undefined {
    if (!(index >= 0 && index < this.count)) return undefined;
    return utf8Text(this.bytes, this.ends[index - 1] ?? 0, this.ends[index]);
  }

  add(text: string): void {
    this.addBytes(toBinary(text));
  }

  /** `binary` is the text's UTF-8. */
  addBytes(binary: string): void {
    const start = this.ends[this.count - 1] ?? 0;
    if (start + binary.length > this.bytes.length) {
      const longer = newBytes((start + binary.length) * 2);
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
  const bytes = parts.archive.read(parts.entry(part), MAX_SHARED_STRING_BYTES);
  for await (const chunk of withEnd(binaryChunks(bytes))) {
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

/** Returns the end of the last complete item. */
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
    const item = childElements(text, at).next().value;
    if (!item) return at;
    strings.add(richText(text, item.openEnd, item.closeStart));
    at = item.end;
  }
}

function addPlainText(strings: SharedStrings, binary: string): void {
  if (binary.includes('&') || binary.includes('_x')) strings.add(plainText(binary));
  else strings.addBytes(binary);
}

/** Joins the runs, without phonetic hints. */
export function richText(xml: string, from: number, to: number): string {
  if (xml.startsWith('<t>', from) && xml.indexOf('<', from + 3) === to - 4) {
    return plainText(xml.slice(from + 3, to - 4));
  }
  let text = '';
  for (const element of childElements(xml, from, to)) {
    if (element.name === 't') text += plainText(content(xml, element));
    else if (element.name === 'r') text += richText(xml, element.openEnd, element.closeStart);
  }
  return text;
}

export function plainText(binary: string): string {
  return decodeExcelEscapes(decodeText(fromBinary(binary)));
}
