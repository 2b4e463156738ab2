/** Characters that control a terminal, reorder or hide the text around them, or are incomplete. */
const unsafe =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u206A-\u206F\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;

const harmless = /^[ -~]*$/;

const lineBreaks = /[\n\r\v\f\u0085\u2028\u2029]+/g;

/** The output of `JSON.stringify` keeps its meaning, as JSON has the same escapes. */
export function escapeUnsafe(text: string, kept = '\n'): string {
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

/** Makes a text safe for one line of output. */
export function sanitize(text: string): string {
  if (harmless.test(text)) return text;
  return escapeUnsafe(text.replace(lineBreaks, ' ').replaceAll('\t', ' '));
}
