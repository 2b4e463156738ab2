import type { XmlElement } from './elements.js';

/** Changes to a string, gathered by position and applied at once; all else stays as it is. */
export class Edits {
  private readonly changes: { start: number; end: number; text: string }[] = [];

  constructor(private readonly original: string) {}

  replace(start: number, end: number, text: string): void {
    this.changes.push({ start, end, text });
  }

  /** Inserts before a position; several insertions at one place keep their order. */
  insert(at: number, text: string): void {
    this.replace(at, at, text);
  }

  /** Replaces the start tag, keeping what it encloses. */
  replaceTag(element: XmlElement, tag: string): void {
    this.replace(element.start, element.openEnd, tag);
  }

  /** Inserts as the element's last child, also into one that closes itself. */
  append(element: XmlElement, text: string): void {
    if (element.closeStart !== element.openEnd || element.end !== element.openEnd) {
      this.insert(element.closeStart, text);
      return;
    }
    const tag = this.original.slice(element.start, element.openEnd);
    const name = `${element.prefix}${element.name}`;
    this.replaceTag(element, `${tag.replace(/\s*\/>$/, '')}>${text}</${name}>`);
  }

  get isEmpty(): boolean {
    return this.changes.length === 0;
  }

  apply(): string {
    let result = '';
    let at = 0;
    for (const { start, end, text } of this.changes.toSorted((a, b) => a.start - b.start)) {
      result += this.original.slice(at, start) + text;
      at = end;
    }
    return result + this.original.slice(at);
  }
}
