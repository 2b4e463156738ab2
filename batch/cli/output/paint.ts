import { styleText } from 'node:util';
import { escaped } from '../../../src/sanitized.js';

/** A function that colours a text. Texts must be clear without colours, because terminals may have none. */
export type Paint = (colour: Colour, text: string) => string;

const keepPlain: Paint = (_, text) => text;

/** The properties of a terminal for text in a log: no colours, and no maximum line width. */
export const plain = { paint: { out: keepPlain, err: keepPlain }, width: undefined };

const colours = ['red', 'yellow', 'green', 'bold'] as const;
type Colour = (typeof colours)[number];

/** The escape sequences that begin and end each colour. */
const sequences = colours.flatMap((colour) => {
  const [open = '', close = ''] = styleText(colour, '\n', { validateStream: false }).split('\n');
  return [open, close];
});

/** The placeholder characters for the escape sequences; empty until a text is painted. */
let marks: readonly string[] = [];

/**
 * Chooses a private-use character for each of our escape sequences. The character replaces the sequence
 * until the text is printed. The choice is random in each process, so that text from a sheet or from
 * the service is unlikely to contain the characters.
 */
function makeMarks(): readonly string[] {
  if (marks.length > 0) return marks;
  // Loaded only here, because loading is slow and most output has no colours.
  const { randomInt } = process.getBuiltinModule('node:crypto');
  const firstMark = 0xf0000 + randomInt(0xff00);
  marks = sequences.map((_, index) => String.fromCodePoint(firstMark + index));
  return marks;
}

/**
 * Creates the paint for a stream. It adds colours if `styleText` would, which respects NO_COLOR and
 * FORCE_COLOR.
 */
export function createPainter(stream: NodeJS.WriteStream): Paint {
  return (colour, text) => {
    if (styleText(colour, '\n', { stream }) === '\n') return text;
    const at = 2 * colours.indexOf(colour);
    const [open = '', close = ''] = makeMarks().slice(at, at + 2);
    return `${open}${text}${close}`;
  };
}

/**
 * Prepares a text for a terminal: inserts our colours, keeps line breaks, and escapes all other control
 * characters.
 */
export function printable(text: string): string {
  let painted = escaped(text);
  for (const [index, mark] of marks.entries()) {
    if (painted.includes(mark)) painted = painted.replaceAll(mark, sequences[index] ?? '');
  }
  return painted;
}

/** Prepares a text for a file: like {@link printable}, but without colours. */
export function unpainted(text: string): string {
  return marks.reduce((plain, mark) => plain.replaceAll(mark, ''), escaped(text));
}
