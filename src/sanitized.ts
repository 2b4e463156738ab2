/**
 * Characters that a terminal obeys, that reorder or hide the text around them, or that are half of
 * one: control characters (C0, C1, DEL), marks of the writing direction and their overrides, the line
 * and paragraph separators, tags, lone surrogates.
 */
const unsafe =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u206A-\u206F\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;

const harmless = /^[ -~]*$/;

/** All at which a program may begin another line. */
const lineBreaks = /[\n\r\v\f\u0085\u2028\u2029]+/g;

/**
 * A text that shows such characters as `\u001b` instead of being ruled by them; those in `kept` stay.
 * It is the form of JSON, so that a JSON text keeps its meaning.
 */
export function escaped(text: string, kept = '\n'): string {
  // Nearly always, and many times as fast.
  if (harmless.test(text)) return text;
  return text.replace(unsafe, (character) =>
    kept.includes(character)
      ? character
      : Array.from(
          { length: character.length },
          (_, index) => String.raw`\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
        ).join(''),
  );
}

/** A text from outside as a part of one of our lines: without line breaks and tabs, and escaped. */
export function sanitized(text: string): string {
  if (harmless.test(text)) return text;
  return escaped(text.replace(lineBreaks, ' ').replaceAll('\t', ' '));
}
