import { styleText } from 'node:util';
import { escapeUnsafe } from '../../../src/sanitized.js';

/** Colours a text, which must be clear without colours, because terminals may have none. */
export type Paint = (colour: Colour, text: string) => string;

const keepPlain: Paint = (_, text) => text;

export const plain = { paint: { out: keepPlain, err: keepPlain }, width: undefined };

const colours = ['red', 'yellow', 'green', 'bold'] as const;
type Colour = (typeof colours)[number];

const sequences = colours.flatMap((colour) => {
  const [open = '', close = ''] = styleText(colour, '\n', { validateStream: false }).split('\n');
  return [open, close];
});

/** Placeholders for the escape sequences; empty until a text is painted. */
let marks: readonly string[] = [];

/**
 * Chooses the private-use characters that replace escape sequences until the text is printed. The
 * choice is random, so that text from a sheet or the service is unlikely to contain them.
 */
function makeMarks(): readonly string[] {
  if (marks.length > 0) return marks;
  // Loaded only here, because loading is slow and most output has no colours.
  const { randomInt } = process.getBuiltinModule('node:crypto');
  const firstMark = 0xf0000 + randomInt(0xff00);
  marks = sequences.map((_, index) => String.fromCodePoint(firstMark + index));
  return marks;
}

export function createPainter(stream: NodeJS.WriteStream): Paint {
  return (colour, text) => {
    if (styleText(colour, '\n', { stream }) === '\n') return text;
    const at = 2 * colours.indexOf(colour);
    const [open = '', close = ''] = makeMarks().slice(at, at + 2);
    return `${open}${text}${close}`;
  };
}

/** Inserts our colours, keeps line breaks, and escapes all other control characters. */
export function toPrintable(text: string): string {
  let painted = escapeUnsafe(text);
  for (const [index, mark] of marks.entries()) {
    if (painted.includes(mark)) painted = painted.replaceAll(mark, sequences[index] ?? '');
  }
  return painted;
}

/** Like {@link toPrintable}, but without colours. */
export function removePaint(text: string): string {
  return marks.reduce((plain, mark) => plain.replaceAll(mark, ''), escapeUnsafe(text));
}
