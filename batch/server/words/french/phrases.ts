// Numbers, lists and names in French sentences.

import { quote } from '../../../../src/sanitizedMessage.js';
import type { NameList } from '../../../engine/intake/intakeMessages.js';
import {
  type Sentence,
  ValuedSentence,
  withoutValues,
  withValues,
} from '../../../wording/sentence.js';
import { shorten } from '../../../wording/words.js';

const plurals = new Intl.PluralRules('fr');
const lists = {
  et: new Intl.ListFormat('fr', { type: 'conjunction' }),
  ou: new Intl.ListFormat('fr', { type: 'disjunction' }),
};

/** Returns the first text for one (in French, also for none), and the second for more. */
export function choose<Text>(count: number, one: Text, other: Text): Text {
  return plurals.select(count) === 'one' ? one : other;
}

/** Formats a number: `1 200`, with a narrow no-break space. */
export function formatNumber(number: number): string {
  return number.toLocaleString('fr');
}

/** Formats a number of rows: `1 ligne`, `20 lignes`. */
export function countRows(rows: number): string {
  return `${formatNumber(rows)} ${choose(rows, 'ligne', 'lignes')}`;
}

/** Formats a time span: `8 s`, `3 minutes`. Seconds and minutes are kept below 90. */
export function timeSpan(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 1) return 'moins d’une seconde';
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} minutes`;
  const hours = Math.round(minutes / 6) / 10;
  return `${formatNumber(hours)} ${choose(hours, 'heure', 'heures')}`;
}

/** Returns the day of an ISO 8601 time: `03/11/2026`. */
export function formatDay(at: string): string {
  return at.slice(0, 10).replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1');
}

/** Lists texts: `A, B et C`. */
export function listParts(parts: readonly string[], word: keyof typeof lists = 'et'): string {
  return lists[word].format(parts);
}

/** Lists sentences, which may contain values. */
export function listSentences(parts: readonly Sentence[]): Sentence {
  return new ValuedSentence(listParts(parts.map(withValues)), listParts(parts.map(withoutValues)));
}

/** Puts a text in quotation marks. */
export function quoted(text: string): string {
  return `« ${text} »`;
}

/** Quotes the beginning of a text from a cell, on one line. */
export function quoteStart(text: string): string {
  return quoted(quote(text).slice(1, -1));
}

/** Returns a French text with a small first letter, to continue a sentence. */
export function withSmallLetter(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/** The maximum number of rows in a list. */
const maxRows = 10;

/**
 * Lists row numbers: `lignes 3, 4 et 5`. If `count` is greater than the number of `rows`, mentions the others:
 * `lignes 3, 4 et 1 200 autres`.
 */
export function listRows(rows: readonly number[], count = rows.length): string {
  return `${choose(count, 'ligne', 'lignes')} ${listNumbers(rows, count)}`;
}

/** Lists row numbers like {@link listRows}, but only the first ten of them. */
export function firstRows(rows: readonly number[]): string {
  return listRows(rows.slice(0, maxRows), rows.length);
}

/** Lists the first rows with an article: `la ligne 3`, `les lignes 3 et 4`. */
export function theRows(rows: readonly number[]): string {
  return `${choose(rows.length, 'la', 'les')} ${firstRows(rows)}`;
}

/** Lists the first rows with an article, at the beginning of a sentence. */
export function theRowsFirst(rows: readonly number[]): string {
  return `${choose(rows.length, 'La', 'Les')} ${firstRows(rows)}`;
}

/** Lists the first rows after a noun: `de la ligne 3`, `des lignes 3 et 4`. */
export function ofRows(rows: readonly number[]): string {
  return `${choose(rows.length, 'de la', 'des')} ${firstRows(rows)}`;
}

function listNumbers(rows: readonly number[], count: number): string {
  const rest = count - rows.length;
  const others = rest > 0 ? [`${formatNumber(rest)} ${choose(rest, 'autre', 'autres')}`] : [];
  return listParts([...rows.map((row) => `${row}`), ...others]);
}

/** Returns the name of a row; without a number, the row is no longer in the sheet. */
export function nameRow(row: number | undefined): string {
  return row === undefined ? 'une ligne qui n’est plus dans le tableau' : `la ligne ${row}`;
}

/** Returns {@link nameRow} after "de". */
export function ofRow(row: number | undefined): string {
  return row === undefined ? 'd’une ligne qui n’est plus dans le tableau' : `de la ligne ${row}`;
}

/** Joins names, and shortens long ones, because a heading may be a whole page of text. */
export function joinNames({ first, more }: NameList): string {
  return joinShown(
    first.map((name) => shorten(name, 40)),
    more,
  );
}

/** Joins names in quotation marks. */
export function joinQuoted({ first, more }: NameList): string {
  return joinShown(
    first.map((name) => quoted(shorten(name, 40))),
    more,
  );
}

function joinShown(names: readonly string[], more: number): string {
  if (more === 0) return names.join(', ');
  return `${names.join(', ')} et ${formatNumber(more)} ${choose(more, 'autre', 'autres')}`;
}
