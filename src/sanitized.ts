/**
 * Characters that a terminal interprets, that reorder or hide the text around them, or that are only
 * half a character: control characters (C0, C1, DEL), direction marks and overrides, line and
 * paragraph separators, tags, lone surrogates.
 */
const unsafe =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u206A-\u206F\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;

const harmless = /^[ -~]*$/;

/** Characters at which a program may start a new line. */
const lineBreaks = /[\n\r\v\f\u0085\u2028\u2029]+/g;

/**
 * The text with such characters shown as `\u001b`, except those in `kept`. This is the form of JSON, so
 * a JSON text keeps its meaning.
 */
export function escaped(text: string, kept = '\n'): string {
  // The usual case, and many times as fast.
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

/** A text from outside, made safe for one line of output: escaped, without line breaks and tabs. */
export function sanitized(text: string): string {
  if (harmless.test(text)) return text;
  return escaped(text.replace(lineBreaks, ' ').replaceAll('\t', ' '));
}
