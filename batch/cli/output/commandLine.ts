import { escapeUnsafe } from '../../../src/sanitized.js';

/** Names are in camel case, as in commander. */
export type Flags = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined>
>;

/** Returns a command that can be pasted into a shell. */
export function commandLine(words: readonly string[], flags: Flags = {}): string {
  const options = Object.entries(flags).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    const option = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (value === true) return [option];
    return [value].flat().flatMap((one) => [option, String(one)]);
  });
  return ['rwa', ...words, ...options].map((word) => quoteForShell(word)).join(' ');
}

/**
 * `--set` and `--where` contain values of the sheet, so a command with these options is not logged.
 * Without them, the command would select or read other rows.
 */
export function describeForLog(command: string): string {
  if (!/--(?:set|where)\b/.test(command)) return command;
  const [rwa = '', name = ''] = command.split(' ');
  return `(${rwa} ${name} with the file and options of this run; --set and --where are not shown in a log)`;
}

/**
 * These words need no quotes. A Unix shell drops backslashes and expands a tilde at the beginning.
 */
const plainWord = /^[\p{L}\p{N}_@%+=:,./-]+$/u;
const plainWordOnWindows = /^[\p{L}\p{N}_@%+=:,./\\~-]+$/u;

export function quoteForShell(word: string, platform = process.platform): string {
  if (platform === 'win32') return plainWordOnWindows.test(word) ? word : quoteOnWindows(word);
  if (plainWord.test(word)) return word;
  // A terminal would interpret control characters.
  if (escapeUnsafe(word, '') !== word)
    return `$'${escapeUnsafe(word.replaceAll(/[\\']/g, String.raw`\$&`), '')}'`;
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", String.raw`'\''`)}'` : `"${word}"`;
}

/**
 * cmd understands only double quotes. A quote is doubled: after `\"`, cmd would run the rest of the
 * word as a command. Programs read two backslashes before a quote as one. The escapes of control
 * characters match no file, row or value.
 */
function quoteOnWindows(word: string): string {
  const text = word.replaceAll(/\\+(?="|$)/g, '$&$&').replaceAll('"', '""');
  return `"${escapeUnsafe(text, '')}"`;
}
