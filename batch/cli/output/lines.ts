/** Below this, a terminal is too narrow for lines to be broken with sense. */
const narrowest = 40;

/**
 * Breaks a text at spaces so that no line is wider than the terminal, the later ones indented.
 * Without a width, for a file or a pipe, a line stays a line.
 */
export function wrapped(text: string, width: number | undefined, indent = ''): string {
  if (width === undefined || width < narrowest) return text;
  return text
    .split('\n')
    .flatMap((line) => wrapLine(line, width, indent))
    .join('\n');
}

/** A text cut to a width, for lists of which one line an item is enough. */
export function shortened(text: string, width = 100): string {
  if (text.length <= width) return text;
  // Not through the middle of an emoji.
  return `${text
    .slice(0, width - 3)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}...`;
}

/** Row numbers for a message: `rows 3, 4, 5 and 1,200 more`. */
export function rowList(rows: readonly number[], count = rows.length): string {
  const numbers = rows.map((row) => row.toLocaleString('en')).join(', ');
  const rest = count - rows.length;
  const more = rest === 0 ? '' : ` and ${rest.toLocaleString('en')} more`;
  return `${count === 1 ? 'row' : 'rows'} ${numbers}${more}`;
}

/** A text as the beginning of a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A point in time as people read it, from ISO 8601 in UTC: `2026-11-03 09:30 UTC`. */
export function utcMinute(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}

function wrapLine(line: string, width: number, indent: string): string[] {
  const lines: string[] = [];
  let rest = line;
  while (rest.length > width) {
    const start = /^\s*/.exec(rest)?.[0].length ?? 0;
    const space = rest.lastIndexOf(' ', width);
    // A word that is wider than the terminal stays whole: it may be a command or an address.
    const at = space > start ? space : rest.indexOf(' ', width);
    if (at === -1) break;
    lines.push(rest.slice(0, at));
    rest = indent + rest.slice(at + 1);
  }
  return [...lines, rest];
}
