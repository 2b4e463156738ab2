/** A time span in words: `8 s`, `3 minutes`. */
export function timeSpan(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 1) return 'less than a second';
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${(minutes / 60).toFixed(1)} hours`;
}

/** `1,200` */
export function inFigures(number: number): string {
  return number.toLocaleString('en');
}

/** `1 row`, `20 rows`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${inFigures(number)} ${number === 1 ? noun : plural}`;
}

/** A text cut to a width, for lists with one line per item. */
export function shortened(text: string, width = 100): string {
  if (text.length <= width) return text;
  // Do not cut an emoji in half.
  return `${text
    .slice(0, width - 3)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}...`;
}

/** Row numbers for a message: `rows 3, 4 and 5`, or `rows 3, 4, 5 and 1,200 more`. */
export function rowList(rows: readonly number[], count = rows.length): string {
  const numbers = rows.map((row) => inFigures(row));
  const rest = count - rows.length;
  if (rest > 0) numbers.push(`${inFigures(rest)} more`);
  const last = numbers.length > 1 ? ` and ${numbers.pop() ?? ''}` : '';
  return `${count === 1 ? 'row' : 'rows'} ${numbers.join(', ')}${last}`;
}

/** The same for all of these rows, but at most the first `most` by number. */
export function firstRows(rows: readonly number[], most = 10): string {
  return rowList(rows.slice(0, most), rows.length);
}

/** A text as the beginning of a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A point in time as people read it, from ISO 8601 in UTC: `2026-11-03 09:30 UTC`. */
export function utcMinute(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}
