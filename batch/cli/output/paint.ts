import { styleText } from 'node:util';
import { escaped } from '../../../src/sanitized.js';

/** Colours say what words say too: they may be missing. */
export type Paint = (colour: Colour, text: string) => string;

const colours = ['red', 'yellow', 'green', 'bold'] as const;
type Colour = (typeof colours)[number];

const sequences = colours.flatMap((colour) => {
  const [open = '', close = ''] = styleText(colour, '\n', { validateStream: false }).split('\n');
  return [open, close];
});

/** Empty until something is painted. */
let marks: readonly string[] = [];

/**
 * Each escape sequence of ours travels through sentences as one character of a range that is for
 * private use, and of another one in each process: so no text from outside can bring a colour along.
 */
function makeMarks(): readonly string[] {
  if (marks.length > 0) return marks;
  // To load it takes longer than all the rest of this file, and most output has no colours.
  const { randomInt } = process.getBuiltinModule('node:crypto');
  const firstMark = 0xf0000 + randomInt(0xff00);
  marks = sequences.map((_, index) => String.fromCodePoint(firstMark + index));
  return marks;
}

/** The paint for a stream: nothing where that is no terminal, or NO_COLOR is set. */
export function painter(stream: NodeJS.WriteStream): Paint {
  return (colour, text) => {
    if (styleText(colour, '\n', { stream }) === '\n') return text;
    const at = 2 * colours.indexOf(colour);
    const [open = '', close = ''] = makeMarks().slice(at, at + 2);
    return `${open}${text}${close}`;
  };
}

/** The text as a terminal or a log may have it: our own colours and line breaks, the rest escaped. */
export function printable(text: string): string {
  let shown = escaped(text);
  for (const [index, mark] of marks.entries()) {
    if (shown.includes(mark)) shown = shown.replaceAll(mark, sequences[index] ?? '');
  }
  return shown;
}

/** The same without colours, for a file. */
export function unpainted(text: string): string {
  return marks.reduce((plain, mark) => plain.replaceAll(mark, ''), escaped(text));
}
