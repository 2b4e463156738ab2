import { TAG_END, type XmlElement } from './elements.js';

export class Edits {
  private readonly changes: { start: number; end: number; text: string }[] = [];

  constructor(private readonly original: string) {}

  replace(start: number, end: number, text: string): void {
    this.changes.push({ start, end, text });
  }

  /** Insertions at the same position keep their order. */
  insert(at: number, text: string): void {
    this.replace(at, at, text);
  }

  replaceTag(element: XmlElement, tag: string): void {
    this.replace(element.start, element.openEnd, tag);
  }

  prepend(element: XmlElement, text: string): void {
    const tag = this.original.slice(element.start, element.openEnd);
    this.replaceTag(element, isSelfClosing(element) ? fillElement(element, tag, text) : tag + text);
  }

  /** Appends text to an element, and replaces its start tag. */
  appendTo(element: XmlElement, tag: string, text: string): void {
    if (isSelfClosing(element)) {
      this.replaceTag(element, fillElement(element, tag, text));
      return;
    }
    this.replaceTag(element, tag);
    this.insert(element.closeStart, text);
  }

  apply(): string {
    let result = '';
    let at = 0;
    // An insertion before an element precedes the element's replacement.
    const inOrder = this.changes.toSorted((a, b) => a.start - b.start || a.end - b.end);
    for (const { start, end, text } of inOrder) {
      result += this.original.slice(at, start) + text;
      at = end;
    }
    return result + this.original.slice(at);
  }
}

function isSelfClosing({ openEnd, end }: XmlElement): boolean {
  return openEnd === end;
}

function fillElement({ prefix, name }: XmlElement, tag: string, text: string): string {
  return `${tag.replace(TAG_END, '')}>${text}</${prefix}${name}>`;
}
