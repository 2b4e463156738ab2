import { expect } from 'vitest';
import type { Language } from '../../../batch/server/contract/languages.js';

/** Returns the texts of a catalogue by their keys, such as `frame.signOut`. */
export function listTexts(catalogue: object, prefix = ''): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(catalogue) as [string, string | object][]) {
    if (typeof value === 'string') texts.set(`${prefix}${key}`, value);
    else for (const [name, text] of listTexts(value, `${prefix}${key}.`)) texts.set(name, text);
  }
  return texts;
}

/** Expects a translation to have the keys of the English catalogue, and the same variables and elements in each text. */
export function expectSamePlaceholders(translation: object, english: object): void {
  const texts = listTexts(translation);
  const englishTexts = listTexts(english);
  expect([...texts.keys()].toSorted()).toEqual([...englishTexts.keys()].toSorted());
  expect(toPlaceholders(texts)).toEqual(toPlaceholders(englishTexts));
}

function toPlaceholders(
  texts: ReadonlyMap<string, string>,
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries([...texts].map(([key, text]) => [key, listPlaceholders(text)]));
}

function listPlaceholders(text: string): readonly string[] {
  return [...text.matchAll(/\{\{\w+|<\w+\/?>/g)].map(([found]) => found).toSorted();
}

/** Expects that no text is empty, or begins or ends with a space. */
export function expectTidyTexts(catalogues: readonly object[]): void {
  const untidy = catalogues
    .flatMap((catalogue) => [...listTexts(catalogue)])
    .filter(([, text]) => text.trim() !== text || text === '');
  expect(untidy).toEqual([]);
}

/**
 * Expects that `t`, which translates the keys of the catalogue, returns the right plural form for several counts: the text
 * with the suffix `_one` or `_other`.
 */
export function expectPlurals(chosen: Language, catalogue: object, t: unknown): void {
  const translate = t as (key: string, options: object) => string;
  const texts = listTexts(catalogue);
  const keys = [...texts.keys()].filter((key) => key.endsWith('_other'));
  expect(keys).not.toHaveLength(0);
  const rules = new Intl.PluralRules(chosen);
  for (const key of keys.map((each) => each.replace(/_other$/, ''))) {
    for (const count of [0, 1, 2, 5, 1_000_000]) {
      const form = rules.select(count) === 'one' ? 'one' : 'other';
      const shown = translate(key, { lng: chosen, count, skipInterpolation: true });
      expect([key, count, shown]).toEqual([key, count, texts.get(`${key}_${form}`)]);
    }
  }
}
