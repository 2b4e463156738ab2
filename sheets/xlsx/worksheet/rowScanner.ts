import { columnName } from '../address.js';
import { MAX_COLUMNS, MAX_ROWS, createDamagedFileError } from '../limits.js';
import { hasMarkup, findEndOfMarkup, findEndOfTag } from '../xml/elements.js';

// Character codes: comparing numbers is faster than comparing strings.
const QUOTE = 34;
const SLASH = 47;
const EQUALS = 61;
const GREATER_THAN = 62;
const LETTER_R = 114;
const LETTER_S = 115;
const LETTER_T = 116;
/**
 * This many cells are enough for most rows. Creating arrays for the widest row takes longer than
 * reading a small sheet.
 */
const FIRST_CELLS = 64;
const HIDDEN_ROW = /\shidden\s*=\s*["'](?:1|true|on)["']|\sht\s*=\s*["']0(?:\.0*)?["']/;

/**
 * Scans the rows of a sheet. One object is used for a whole sheet and allocates no memory per cell,
 * so two million cells take a second. Rows and cells without an `r` attribute follow the previous
 * one.
 */
export class RowScanner {
  text = '';
  /** The current row, as positions in `text`. */
  number = 0;
  start = 0;
  openEnd = 0;
  closeStart = 0;
  end = 0;
  /** The cells that {@link scanCells} found; the arrays below have one entry per cell. */
  count = 0;
  columns = new Int32Array(FIRST_CELLS);
  styles = new Int32Array(FIRST_CELLS);
  cellStarts = new Int32Array(FIRST_CELLS);
  cellOpenEnds = new Int32Array(FIRST_CELLS);
  cellCloseStarts = new Int32Array(FIRST_CELLS);
  cellEnds = new Int32Array(FIRST_CELLS);
  /** Both are 0 without a `t` attribute, as for most numbers. */
  typeStarts = new Int32Array(FIRST_CELLS);
  typeEnds = new Int32Array(FIRST_CELLS);

  private at = 0;
  private readonly rowOpen: string;
  private readonly rowClose: string;
  private readonly cellOpen: string;
  private readonly extension: string;
  private readonly cellClose: string;
  private hasMarkup = false;

  /** `prefix` includes its colon. */
  constructor(
    readonly prefix: string,
    private readonly fileName: string,
  ) {
    this.rowOpen = `<${prefix}row`;
    this.rowClose = `</${prefix}row`;
    this.cellOpen = `<${prefix}c`;
    this.extension = `<${prefix}extLst`;
    this.cellClose = `</${prefix}c`;
  }

  load(text: string): void {
    this.text = text;
    this.at = 0;
    this.hasMarkup = hasMarkup(text);
  }

  next(): boolean {
    const { text } = this;
    for (;;) {
      const start = text.indexOf('<', this.at);
      if (start < 0) return false;
      const end = this.findTagEnd(start);
      this.at = end;
      if (!this.isTagAt(this.rowOpen, start)) continue;
      this.start = start;
      this.openEnd = end;
      this.number = this.readRowNumber(start, end);
      this.count = 0;
      this.findEnd();
      this.at = this.end;
      return true;
    }
  }

  /**
   * Returns the last column of a row; -1 if the row is empty, undefined if {@link scanCells} is
   * needed.
   */
  findLastColumn(): number | undefined {
    const { text, closeStart } = this;
    if (this.openEnd === closeStart) return -1;
    if (this.hasMarkup) return undefined;
    const start = text.lastIndexOf(this.cellOpen, closeStart);
    if (start < this.openEnd || !text.startsWith(' r="', start + this.cellOpen.length)) {
      return undefined;
    }
    const isLast =
      this.findEndTag(this.cellClose, start) === closeStart - this.cellClose.length - 1 ||
      findEndOfTag(text, start) === closeStart;
    return isLast ? this.parseColumn(start + this.cellOpen.length + 4) : undefined;
  }

  /** The sheet's default, `zeroHeight`, applies only to rows that are not in the file. */
  isHidden(): boolean {
    return HIDDEN_ROW.test(this.text.slice(this.start, this.openEnd));
  }

  getCell(index: number): string {
    return this.text.slice(this.cellStarts[index], this.cellEnds[index]);
  }

  getType(index: number): string {
    return this.text.slice(this.typeStarts[index], this.typeEnds[index]);
  }

  scanCells(from = this.openEnd): void {
    const { text } = this;
    let at = from;
    let column = -1;
    this.count = 0;
    while (at < this.closeStart) {
      const start = text.indexOf('<', at);
      if (start < 0 || start >= this.closeStart) return;
      if (this.isTagAt(this.cellOpen, start)) {
        column = this.scanCell(start, column);
        at = this.cellEnds[this.count - 1] ?? start;
      } else if (this.isTagAt(this.extension, start) || '!?'.includes(text.charAt(start + 1))) {
        at = this.findElementEnd(start);
      } else {
        // An unknown element is refused, as results might be written into the middle of it.
        const found = text.slice(start, start + 20);
        throw createDamagedFileError(this.fileName, {
          code: 'unknownElement',
          row: this.number,
          found,
        });
      }
    }
  }

  private findEnd(): void {
    const { text, openEnd } = this;
    this.closeStart = this.end = openEnd;
    if (text.charCodeAt(openEnd - 2) === SLASH) return;
    const close = this.hasMarkup
      ? this.findContentEnd(openEnd)
      : this.findEndTag(this.rowClose, openEnd);
    if (close < 0)
      throw createDamagedFileError(this.fileName, { code: 'rowWithoutEnd', row: this.number });
    this.closeStart = close;
    this.end = findEndOfTag(text, close);
  }

  /**
   * Scans a cell and returns its column. A cell without an address is in the column after
   * `previousColumn`.
   */
  private scanCell(start: number, previousColumn: number): number {
    const { text, count } = this;
    let column = previousColumn + 1;
    let style = 0;
    let typeStart = 0;
    let typeEnd = 0;
    let at = start + this.cellOpen.length;
    let code = text.charCodeAt(at);
    while (code !== GREATER_THAN && code !== SLASH) {
      if (code <= 32) {
        code = text.charCodeAt(++at);
        continue;
      }
      const nameStart = at;
      while (code !== EQUALS && code > 32) code = text.charCodeAt(++at);
      const nameLength = at - nameStart;
      const name = text.charCodeAt(nameStart);
      while (code === EQUALS || code <= 32) code = text.charCodeAt(++at);
      const valueStart = at + 1;
      at = text.indexOf(code === QUOTE ? '"' : "'", valueStart);
      if (at < 0 || Number.isNaN(code)) {
        throw createDamagedFileError(this.fileName, { code: 'cellWithoutEnd', row: this.number });
      }
      if (nameLength === 1) {
        if (name === LETTER_R) column = this.parseColumn(valueStart);
        else if (name === LETTER_S) style = this.parseNumber(valueStart, at);
        else if (name === LETTER_T) {
          typeStart = valueStart;
          typeEnd = at;
        }
      }
      code = text.charCodeAt(++at);
    }
    if (column < 0 || column >= MAX_COLUMNS || count >= MAX_COLUMNS) {
      throw createDamagedFileError(this.fileName, {
        code: 'rowTooWide',
        row: this.number,
        last: columnName(MAX_COLUMNS - 1),
      });
    }
    if (count === this.columns.length) this.makeRoom();
    this.columns[count] = column;
    this.styles[count] = style;
    this.cellStarts[count] = start;
    this.typeStarts[count] = typeStart;
    this.typeEnds[count] = typeEnd;
    this.endCell(count, code === SLASH ? text.indexOf('>', at) + 1 : at + 1, code === SLASH);
    this.count = count + 1;
    return column;
  }

  private makeRoom(): void {
    const enlarge = (array: Int32Array) => {
      const longer = new Int32Array(2 * array.length);
      longer.set(array);
      return longer;
    };
    this.columns = enlarge(this.columns);
    this.styles = enlarge(this.styles);
    this.cellStarts = enlarge(this.cellStarts);
    this.cellOpenEnds = enlarge(this.cellOpenEnds);
    this.cellCloseStarts = enlarge(this.cellCloseStarts);
    this.cellEnds = enlarge(this.cellEnds);
    this.typeStarts = enlarge(this.typeStarts);
    this.typeEnds = enlarge(this.typeEnds);
  }

  private endCell(index: number, openEnd: number, selfClosed: boolean): void {
    this.cellOpenEnds[index] = openEnd;
    let close = openEnd;
    let end = openEnd;
    if (!selfClosed) {
      close = this.hasMarkup
        ? this.findContentEnd(openEnd)
        : this.findEndTag(this.cellClose, openEnd);
      end = close < 0 ? 0 : this.text.indexOf('>', close) + 1;
      if (end <= 0)
        throw createDamagedFileError(this.fileName, { code: 'cellWithoutEnd', row: this.number });
    }
    this.cellCloseStarts[index] = close;
    this.cellEnds[index] = end;
  }

  /** Ignores tags with a longer name such as `</color>`. */
  private findEndTag(tag: string, from: number): number {
    let at = this.text.indexOf(tag, from);
    while (at >= 0) {
      const next = this.text.charCodeAt(at + tag.length);
      if (next === GREATER_THAN || next <= 32) return at;
      at = this.text.indexOf(tag, at + 1);
    }
    return -1;
  }

  /** Counts tags, because the content may have comments, CDATA or elements of the same name. */
  private findContentEnd(from: number): number {
    let depth = 0;
    for (let at = this.text.indexOf('<', from); at >= 0; at = this.text.indexOf('<', at)) {
      if (this.text.charCodeAt(at + 1) === SLASH) {
        if (depth === 0) return at;
        depth--;
      }
      const end = this.findTagEnd(at);
      const isOpening = !'/!?'.includes(this.text.charAt(at + 1));
      if (isOpening && this.text.charCodeAt(end - 2) !== SLASH) depth++;
      at = end;
    }
    return -1;
  }

  private findElementEnd(start: number): number {
    const end = this.findTagEnd(start);
    const next = this.text.charAt(start + 1);
    if (next === '!' || next === '?' || this.isSelfClosed(start)) return end;
    const close = this.findContentEnd(end);
    return close < 0 ? this.text.length : findEndOfTag(this.text, close);
  }

  private isSelfClosed(start: number): boolean {
    return this.text.charCodeAt(findEndOfTag(this.text, start) - 2) === SLASH;
  }

  private findTagEnd(start: number): number {
    const next = this.text.charAt(start + 1);
    const end =
      next === '!' || next === '?'
        ? findEndOfMarkup(this.text, start)
        : findEndOfTag(this.text, start);
    if (end < 0)
      throw createDamagedFileError(this.fileName, { code: 'sheetBreaksOff', row: this.number });
    return end;
  }

  /** Matches `<row`, and not `<rowBreaks`. */
  private isTagAt(tag: string, start: number): boolean {
    if (!this.text.startsWith(tag, start)) return false;
    const next = this.text.charCodeAt(start + tag.length);
    return next <= 32 || next === GREATER_THAN || next === SLASH;
  }

  private readRowNumber(start: number, end: number): number {
    const [, digits] = /\sr\s*=\s*["'](\d+)["']/.exec(this.text.slice(start, end)) ?? [];
    const number = digits === undefined ? this.number + 1 : Number(digits);
    if (number <= this.number) {
      throw createDamagedFileError(this.fileName, {
        code: 'rowsOutOfOrder',
        row: number,
        previous: this.number,
      });
    }
    if (number > MAX_ROWS)
      throw createDamagedFileError(this.fileName, { code: 'rowNumberTooLarge', row: number });
    return number;
  }

  /** Reads a column without creating a string. Returns -1 if there are no letters. */
  private parseColumn(at: number): number {
    let column = 0;
    for (let code = this.text.charCodeAt(at); ; code = this.text.charCodeAt(++at)) {
      // Letters in upper and lower case differ in this bit.
      const upper = code & ~32;
      if (upper < 65 || upper > 90 || column > MAX_COLUMNS) return column - 1;
      column = column * 26 + upper - 64;
    }
  }

  private parseNumber(from: number, to: number): number {
    let value = 0;
    for (let at = from; at < to; at++) value = value * 10 + this.text.charCodeAt(at) - 48;
    return value;
  }
}
