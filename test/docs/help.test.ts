import { Marked } from 'marked';
import { describe, expect, test } from 'vitest';
import { helpLanguages, type HelpSection, readHelpSections } from '../../batch/helpPage.mjs';
import { decisionHeadings } from '../../batch/engine/intake/recordedDecisions.js';
import { languages } from '../../batch/server/contract/languages.js';
import { de } from '../../batch/server/page/browser/language/de/all.js';
import { en } from '../../batch/server/page/browser/language/en/all.js';
import { laterTexts } from '../../batch/server/page/browser/language/en/later.js';
import { fr } from '../../batch/server/page/browser/language/fr/all.js';
import { listTexts } from '../batch/server/catalogues.js';

/** The texts of the page in one language, as patterns that match any values in them. */
type Catalogue = readonly { readonly key: string; readonly pattern: RegExp }[];

const english = await readHelpSections('en');
const englishCatalogue = toCatalogue({ ...en, ...laterTexts });

/** Texts in files, which are the same in every language. */
const fileTexts = new Set([
  ...decisionHeadings.map(({ heading }) => heading),
  'Decision',
  'Row reference',
  'Assessment status',
  'Assessment ID',
  '(sheet)',
]);

test('the help exists in every language of the page', () => {
  expect(helpLanguages).toEqual(languages);
});

test('the English help quotes only texts of the page and of files', () => {
  expect(listUnknownQuotations(english, englishCatalogue)).toEqual([]);
});

describe.each([
  ['de', toCatalogue(de)],
  ['fr', toCatalogue(fr)],
] as const)('docs/page.%s.md', async (language, catalogue) => {
  const translation = await readHelpSections(language);
  const getTranslation = (id: string) => translation.find((section) => section.id === id);

  test('has all sections of the English help, in the same order', () => {
    const missing = english
      .filter(({ id }) => getTranslation(id) === undefined)
      .map(({ id, title }) => `Translate "## ${title}" of docs/page.md: <a id="${id}"></a>`);
    expect(missing).toEqual([]);
    expect(translation.map(({ id }) => id)).toEqual(english.map(({ id }) => id));
  });

  test.each(english)('has the paragraphs, lists, tables, links and code of "$title"', (section) => {
    const translated = getTranslation(section.id);
    expect(translated && listParts(translated)).toEqual(listParts(section));
  });

  test.each(english)('quotes each text that "$title" quotes in English', (section) => {
    const translated = getTranslation(section.id);
    const quoted = translated ? listQuotations(translated) : [];
    const keys = new Set(quoted.flatMap((text) => findKeys(text, catalogue)));
    const missing = listQuotations(section).filter((text) =>
      fileTexts.has(text)
        ? !quoted.includes(text)
        : !findKeys(text, englishCatalogue).some((key) => keys.has(key)),
    );
    expect(missing).toEqual([]);
  });

  test('quotes only texts of the page and of files', () => {
    expect(listUnknownQuotations(translation, catalogue)).toEqual([]);
  });
});

test('the French help has no ordinary space before punctuation or inside guillemets', async () => {
  const texts = (await readHelpSections('fr')).map(({ body }) => body);
  expect(texts.flatMap((text) => text.match(/\S*(?: [:;?!»](?=[\s*]|$)|« )\S*/gm) ?? [])).toEqual(
    [],
  );
});

const marked = new Marked();

/** Returns the blocks of a section in order, and its links and its code, sorted. */
function listParts({ body }: HelpSection) {
  const html = toHtml(body);
  return {
    blocks: Array.from(html.matchAll(/<(h\d|p|li|table|tr|td)\b/g), ([, name]) => name),
    links: Array.from(html.matchAll(/href="([^"]+)"/g), ([, link]) => link).toSorted(),
    code: Array.from(html.matchAll(/<code>(.*?)<\/code>/g), ([, code]) => code).toSorted(),
  };
}

/** Returns the quotations in a section, which are in italics. */
function listQuotations({ body }: HelpSection): string[] {
  return Array.from(toHtml(body).matchAll(/<em>(.*?)<\/em>/g), ([, text = '']) => text);
}

/** Returns the HTML without pictures, because only the English help has them. */
function toHtml(body: string): string {
  return marked.parse(body.replaceAll(/^!\[.*\n+/gm, '')) as string;
}

function listUnknownQuotations(sections: readonly HelpSection[], catalogue: Catalogue): string[] {
  return sections.flatMap((section) =>
    listQuotations(section)
      .filter((text) => !fileTexts.has(text) && findKeys(text, catalogue).length === 0)
      .map((text) => `${section.id}: ${text}`),
  );
}

/** Returns the keys of the texts that match a quotation. The forms of a plural share a key. */
function findKeys(quotation: string, catalogue: Catalogue): string[] {
  const text = toPlainSpaces(quotation);
  return catalogue.filter(({ pattern }) => pattern.test(text)).map(({ key }) => key);
}

function toCatalogue(texts: object): Catalogue {
  return [...listTexts(texts)].flatMap(([key, text]) => {
    const pattern = toPattern(text);
    return pattern === undefined ? [] : [{ key: key.replace(/_(?:one|other)$/, ''), pattern }];
  });
}

/** Returns a pattern that matches any values, or undefined if the text has only values. */
function toPattern(text: string): RegExp | undefined {
  const visible = toPlainSpaces(text)
    .replace(/<(unseen|tab)>.*?<\/\1>/g, '')
    // A button may end with a number of rows in brackets.
    .replace(/ \(\{\{.*?\}\}\)$/, '')
    .replace(/<\w+\/>/g, '{{element}}')
    .replace(/<\/?\w+>/g, '');
  if (!/\p{L}/u.test(visible.replaceAll(/\{\{.*?\}\}/g, ''))) return undefined;
  const parts = visible
    .split(/\{\{.*?\}\}/)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.+')}$`, 'u');
}

function toPlainSpaces(text: string): string {
  return text.replaceAll('\u00A0', ' ').replaceAll('\u00AD', '');
}
