import { escaped } from '../../../src/sanitized.js';

/** The options of a command, with camel-case names as in commander. */
export type Flags = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined>
>;

/**
 * Returns a command that can be pasted into a shell. The command repeats the given options: without
 * them, it would use another sheet, journal or service.
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
 * Returns the text that a log shows for a command. A command with `--set` or `--where`, which contain
 * values of the sheet, is replaced by a description. Leaving out the values would change the rows that
 * the command selects or how it reads them.
 */
export function describeForLog(command: string): string {
  if (!/--(?:set|where)\b/.test(command)) return command;
  const [rwa = '', name = ''] = command.split(' ');
  return `(${rwa} ${name} with the file and options of this run; --set and --where are not shown in a log)`;
}

/**
 * Patterns of words that need no quotes. A Unix shell drops backslashes and expands a tilde at the
 * beginning, so words with these characters need quotes there.
 */
const plainWord = /^[\p{L}\p{N}_@%+=:,./-]+$/u;
const plainWordOnWindows = /^[\p{L}\p{N}_@%+=:,./\\~-]+$/u;

/** Quotes a word for a shell. */
export function quoted(word: string, platform = process.platform): string {
  if (platform === 'win32') return plainWordOnWindows.test(word) ? word : quoteOnWindows(word);
  if (plainWord.test(word)) return word;
  // Control characters are escaped, because a terminal would interpret them.
  if (escaped(word, '') !== word)
    return `$'${escaped(word.replaceAll(/[\\']/g, String.raw`\$&`), '')}'`;
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", String.raw`'\''`)}'` : `"${word}"`;
}

/**
 * Quotes a word for cmd, which understands only double quotes. A quote is doubled: after `\"`, cmd would
 * run the rest of the word as a command. Programs read two backslashes before a quote as one. In cmd,
 * control characters cannot be written; their escapes match no file, row or value.
 */
function quoteOnWindows(word: string): string {
  const text = word.replaceAll(/\\+(?="|$)/g, '$&$&').replaceAll('"', '""');
  return `"${escaped(text, '')}"`;
}
