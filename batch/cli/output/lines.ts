/** The minimum width in characters. Lines are not broken for narrower terminals. */
const minWidth = 40;

/**
 * Breaks only at spaces. Continuation lines begin with `indent`. Without a width, for a file or a
 * pipe, the text is unchanged.
 */
export function wrapText(text: string, width: number | undefined, indent = ''): string {
  if (width === undefined || width < minWidth) return text;
  return text
    .split('\n')
    .flatMap((line) => wrapLine(line, width, indent))
    .join('\n');
}

function wrapLine(line: string, width: number, indent: string): string[] {
  const lines: string[] = [];
  let rest = line;
  while (rest.length > width) {
    const start = /^\s*/.exec(rest)?.[0].length ?? 0;
    const space = rest.lastIndexOf(' ', width);
    // A longer word is not broken, because it may be a command or an address.
    const at = space > start ? space : rest.indexOf(' ', width);
    if (at === -1) break;
    lines.push(rest.slice(0, at));
    rest = indent + rest.slice(at + 1);
  }
  return [...lines, rest];
}
