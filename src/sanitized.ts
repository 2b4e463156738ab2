/**
 * Characters that control a terminal, reorder or hide the text around them, or are incomplete:
 * control characters (C0, C1, DEL), direction marks and overrides, deprecated format characters,
 * annotation marks, line and paragraph separators, tags, lone surrogates.
 */
const unsafe =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u206A-\u206F\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;

/** A text of printable ASCII characters only. */
const harmless = /^[ -~]*$/;

/** Characters at which a program may start a new line. */
const lineBreaks = /[\n\r\v\f\u0085\u2028\u2029]+/g;

/**
 * Replaces unsafe characters, except those in `kept`, by escapes such as `\u001b`. The output of
 * `JSON.stringify` keeps its meaning, as JSON has the same escapes.
 */
export function escaped(text: string, kept = '\n'): string {
  // The usual case, and much faster.
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

/** Makes an outside text safe for one line of output: escaped, without line breaks and tabs. */
export function sanitize(text: string): string {
  if (harmless.test(text)) return text;
  return escaped(text.replace(lineBreaks, ' ').replaceAll('\t', ' '));
}
