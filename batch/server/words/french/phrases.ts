import { quote } from '../../../../src/sanitizeMessage.js';
import type { NameList } from '../../../engine/intake/intakeMessages.js';
import {
  type Sentence,
  ValuedSentence,
  omitValues,
  showValues,
} from '../../../wording/sentence.js';
import { shorten } from '../../../wording/words.js';

const plurals = new Intl.PluralRules('fr');
const lists = {
  et: new Intl.ListFormat('fr', { type: 'conjunction' }),
  ou: new Intl.ListFormat('fr', { type: 'disjunction' }),
};

/** In French, 0 and 1.5 also take the singular. */
export function choose<Text>(count: number, one: Text, other: Text): Text {
  return plurals.select(count) === 'one' ? one : other;
}

export function formatNumber(number: number): string {
  return number.toLocaleString('fr');
}

export function countRows(rows: number): string {
  return `${formatNumber(rows)} ${choose(rows, 'ligne', 'lignes')}`;
}

export function timeSpan(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 1) return 'moins d’une seconde';
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} minutes`;
  const hours = Math.round(minutes / 6) / 10;
  return `${formatNumber(hours)} ${choose(hours, 'heure', 'heures')}`;
}

export function formatDay(at: string): string {
  return at.slice(0, 10).replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1');
}

export function listParts(parts: readonly string[], word: keyof typeof lists = 'et'): string {
  return lists[word].format(parts);
}

export function listSentences(parts: readonly Sentence[]): Sentence {
  return new ValuedSentence(listParts(parts.map(showValues)), listParts(parts.map(omitValues)));
}

export function quoted(text: string): string {
  return `« ${text} »`;
}

export function quoteStart(text: string): string {
  return quoted(quote(text).slice(1, -1));
}

export function withSmallLetter(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

const maxRows = 10;

export function listRows(rows: readonly number[], count = rows.length): string {
  return `${choose(count, 'ligne', 'lignes')} ${listNumbers(rows, count)}`;
}

export function firstRows(rows: readonly number[]): string {
  return listRows(rows.slice(0, maxRows), rows.length);
}

export function theRows(rows: readonly number[]): string {
  return `${choose(rows.length, 'la', 'les')} ${firstRows(rows)}`;
}

/** Begins a sentence. */
export function theRowsFirst(rows: readonly number[]): string {
  return `${choose(rows.length, 'La', 'Les')} ${firstRows(rows)}`;
}

export function ofRows(rows: readonly number[]): string {
  return `${choose(rows.length, 'de la', 'des')} ${firstRows(rows)}`;
}

function listNumbers(rows: readonly number[], count: number): string {
  const rest = count - rows.length;
  const others = rest > 0 ? [`${formatNumber(rest)} ${choose(rest, 'autre', 'autres')}`] : [];
  return listParts([...rows.map((row) => `${row}`), ...others]);
}

export function nameRow(row: number | undefined): string {
  return row === undefined ? 'une ligne qui n’est plus dans le tableau' : `la ligne ${row}`;
}

export function ofRow(row: number | undefined): string {
  return row === undefined ? 'd’une ligne qui n’est plus dans le tableau' : `de la ligne ${row}`;
}

/** A heading may be a whole page of text. */
export function joinNames({ first, more }: NameList): string {
  return joinShown(
    first.map((name) => shorten(name, 40)),
    more,
  );
}

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
