/** Formats a time as `8 s` or `3 minutes`. Units change at 90, which also avoids `1 minutes`. */
export function formatTimeSpan(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 1) return 'less than a second';
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${(minutes / 60).toFixed(1)} hours`;
}

/** Formats a number as `1,200`. */
export function formatNumber(number: number): string {
  return number.toLocaleString('en');
}

/** Formats a number and a noun as `1 row` or `20 rows`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(number)} ${number === 1 ? noun : plural}`;
}

/** A shortened text ends with `...`. */
export function shorten(text: string, width = 100): string {
  if (text.length <= width) return text;
  // Do not cut an emoji in half.
  return `${text
    .slice(0, width - 3)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}...`;
}

/** Lists `rows 3, 4 and 5`, or `rows 3, 4, 5 and 1,200 more` if `count` is greater. */
export function listRows(rows: readonly number[], count = rows.length): string {
  const numbers = rows.map((row) => formatNumber(row));
  const rest = count - rows.length;
  if (rest > 0) numbers.push(`${formatNumber(rest)} more`);
  const last = numbers.length > 1 ? ` and ${numbers.pop() ?? ''}` : '';
  return `${count === 1 ? 'row' : 'rows'} ${numbers.join(', ')}${last}`;
}

/** Lists only the first `maxRows` rows. */
export function listFirstRows(rows: readonly number[], maxRows = 10): string {
  return listRows(rows.slice(0, maxRows), rows.length);
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
