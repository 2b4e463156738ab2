import { escaped } from '../../../src/sanitized.js';

/** Options of a command by their long names, as commander gives them. */
export type Flags = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined>
>;

/**
 * A command that can be typed as it stands: file names with spaces are quoted, and the options are
 * repeated, since without them it would mean another sheet, journal or service.
 */
export function commandLine(words: readonly string[], flags: Flags = {}): string {
  const options = Object.entries(flags).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    const option = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (value === true) return [option];
    return [value].flat().flatMap((one) => [option, String(one)]);
  });
  return ['rwa', ...words, ...options].map(quoted).join(' ');
}

/**
 * A command as a log may have it. One that selects or sets values is only described: to be typed without
 * them, it would mean other rows.
 */
export function withoutValuesOf(command: string): string {
  if (!/--(?:set|where)\b/.test(command)) return command;
  const [rwa = '', name = ''] = command.split(' ');
  return `(${rwa} ${name} with the file and options of this run; --set and --where are not shown in a log)`;
}

/** A word as a shell takes it: cmd and PowerShell know only double quotes. */
function quoted(word: string): string {
  if (/^[\p{L}\p{N}_@%+=:,./\\~-]+$/u.test(word)) return word;
  // Neither a terminal nor the line that it is copied from may take these as they are.
  if (escaped(word, '') !== word)
    return `$'${escaped(word.replaceAll(/[\\']/g, String.raw`\$&`), '')}'`;
  return /["$`\\!]/.test(word) && process.platform !== 'win32'
    ? `'${word.replaceAll("'", String.raw`'\''`)}'`
    : `"${word}"`;
}
