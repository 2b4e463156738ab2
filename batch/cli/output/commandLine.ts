import { escaped } from '../../../src/sanitized.js';

/** Options of a command by their camel-case names, as in commander. */
export type Flags = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined>
>;

/**
 * Returns a command that can be pasted into a shell. It repeats the given options, since without them it
 * would use another sheet, journal or service.
 */
export function commandLine(words: readonly string[], flags: Flags = {}): string {
  const options = Object.entries(flags).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    const option = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (value === true) return [option];
    return [value].flat().flatMap((one) => [option, String(one)]);
  });
  return ['rwa', ...words, ...options].map((word) => quoted(word)).join(' ');
}

/**
 * Returns a command for a log. If its options contain values of the sheet, it is only described:
 * without the values, it would select or read rows differently.
 */
export function describeForLog(command: string): string {
  if (!/--(?:set|where)\b/.test(command)) return command;
  const [rwa = '', name = ''] = command.split(' ');
  return `(${rwa} ${name} with the file and options of this run; --set and --where are not shown in a log)`;
}

/**
 * Match words that need no quotes. Unix shells drop backslashes, and replace a tilde at the
 * beginning.
 */
const plainWord = /^[\p{L}\p{N}_@%+=:,./-]+$/u;
const plainWordOnWindows = /^[\p{L}\p{N}_@%+=:,./\\~-]+$/u;

/** Quotes a word for a shell. */
export function quoted(word: string, platform = process.platform): string {
  if (platform === 'win32') return plainWordOnWindows.test(word) ? word : quoteOnWindows(word);
  if (plainWord.test(word)) return word;
  // Control characters must not reach a terminal as they are.
  if (escaped(word, '') !== word)
    return `$'${escaped(word.replaceAll(/[\\']/g, String.raw`\$&`), '')}'`;
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", String.raw`'\''`)}'` : `"${word}"`;
}

/**
 * Quotes a word for cmd, which understands only double quotes. A quote is doubled: after `\"`, cmd would
 * run the rest of the word as a command. Programs read two backslashes before a quote as one. Control
 * characters cannot be written; their escapes match no file, row or value.
 */
function quoteOnWindows(word: string): string {
  const text = word.replaceAll(/\\+(?="|$)/g, '$&$&').replaceAll('"', '""');
  return `"${escaped(text, '')}"`;
}
