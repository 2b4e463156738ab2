import { quote } from '../../../../src/sanitizeMessage.js';
import { shorten } from '../../../wording/words.js';
import type { NameList } from '../../../engine/intake/intakeMessages.js';
import {
  type Sentence,
  ValuedSentence,
  omitValues,
  showValues,
} from '../../../wording/sentence.js';

const plurals = new Intl.PluralRules('de');
const lists = {
  und: new Intl.ListFormat('de', { type: 'conjunction' }),
  oder: new Intl.ListFormat('de', { type: 'disjunction' }),
};

export function choose<Text>(count: number, one: Text, other: Text): Text {
  return plurals.select(count) === 'one' ? one : other;
}

export function formatNumber(number: number): string {
  return number.toLocaleString('de');
}

export function countRows(rows: number): string {
  return `${formatNumber(rows)} ${choose(rows, 'Zeile', 'Zeilen')}`;
}

export function timeSpan(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1_000));
  if (seconds < 90) return `${seconds} ${choose(seconds, 'Sekunde', 'Sekunden')}`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} Minuten`;
  return `${(minutes / 60).toLocaleString('de', { maximumFractionDigits: 1 })} Stunden`;
}

export function formatDay(at: string): string {
  return at.slice(0, 10).replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3.$2.$1');
}

export function listParts(parts: readonly string[], word: keyof typeof lists = 'und'): string {
  return lists[word].format(parts);
}

export function listSentences(parts: readonly Sentence[]): Sentence {
  return new ValuedSentence(listParts(parts.map(showValues)), listParts(parts.map(omitValues)));
}

export function quoted(text: string): string {
  return `„${text}“`;
}

export function quoteStart(text: string): string {
  return quoted(quote(text).slice(1, -1));
}

export function listRows(rows: readonly number[], count = rows.length): string {
  const rest = count - rows.length;
  const others = rest > 0 ? [`${formatNumber(rest)} weitere`] : [];
  const numbers = listParts([...rows.map((row) => `${row}`), ...others]);
  return `${choose(count, 'Zeile', 'Zeilen')} ${numbers}`;
}

export function firstRows(rows: readonly number[]): string {
  return listRows(rows.slice(0, 10), rows.length);
}

/** Begins a sentence. */
export function theRows(rows: readonly number[]): string {
  return `${choose(rows.length, '', 'Die ')}${firstRows(rows)}`;
}

/** Returns the row in the dative. */
export function nameRow(row: number | undefined): string {
  return row === undefined ? 'einer nicht mehr vorhandenen Zeile' : `Zeile ${row}`;
}

/** A heading may be a very long text. */
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
  return more === 0 ? names.join(', ') : `${names.join(', ')} und ${formatNumber(more)} weitere`;
}
