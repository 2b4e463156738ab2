import type { ResultColumn, SheetFile } from '../../../sheets/sheet.js';
import type { Field } from '../../../src/field.js';
import { matchForeignHeading } from '../../../src/headingWords.js';
import { memoize } from '../../../src/memoize.js';
import { findNearest, normalizeText, countTypos } from '../../../src/spelling.js';

/** Longer texts are not cached, and are looked up only with their qualifiers. */
export const maxHeadingLength = 100;

// Caches results, because the texts in the first rows of a sheet are normalised several times.
const joinCachedHeadingWords = memoize(joinHeadingWords, 5_000);

export function normalizeHeading(heading: string): string {
  return heading.length > maxHeadingLength
    ? joinHeadingWords(heading)
    : joinCachedHeadingWords(heading);
}

/**
 * Words after a heading that do not change which input it names, in the languages of
 * `matchForeignHeading`. A unit other than days does change the input.
 */
const qualifier = new RegExp(
  ` (?:${[
    'optional|required|mandatory|if (?:any|known|applicable)|iso(?: 8601)?',
    'pflicht(?:feld)?|erforderlich|freiwillig|falls (?:vorhanden|bekannt)|obligatoire|facultati(?:f|ve)',
    'obligatori[oa]|opcional|obbligatori[oa]|facoltativ[oa]|verplicht|optioneel|obrigatori[oa]',
    'yes no(?: unsure)?|ja nein(?: unsicher)?|oui non|si no|ja nee|sim nao|[yjos] n',
    '(?:in |en |em )?(?:days|tagen?|jours|dias|giorni|dagen)',
    '(?:dd?|mm?m?|yyyy|yy) (?:dd?|mm?m?) (?:dd?|yyyy|yy)',
    '(?:[tjdg]{1,2} mm? [ja]{2,4}|[ja]{4} mm? [tjdg]{1,2})',
  ].join('|')})$`,
);

const brackets = /\s*(?:\([^()]*\)|\[[^[\]]*\])\s*$/;

/** Returns the heading without its last {@link qualifier}, without its last two, and so on. */
const removeQualifiers = memoize((heading): readonly string[] => {
  const texts: string[] = [];
  let text = normalizeText(heading);
  while (qualifier.test(text)) {
    text = text.replace(qualifier, '');
    texts.push(text);
  }
  return texts;
}, 5_000);

export interface OwnColumn extends Partial<Pick<ResultColumn, 'kind' | 'linkText'>> {
  readonly name: string;
  readonly heading: string;
  /** The default is the usual heading with the first word of the status heading in brackets. */
  readonly alternativeHeading?: string;
  /** Set if the column is ours in any position, unless it has texts and none passes this check. */
  readonly looksOurs?: (text: string) => boolean;
  /** True for a column that is written only to some sheets, with all other optional columns. */
  readonly optional?: boolean;
}

type HeadedFields = Readonly<Record<string, Pick<Field, 'label' | 'aliases'>>>;

export class HeadingNames {
  readonly columns: readonly OwnColumn[];
  readonly #fields: ReadonlyMap<string, string>;
  readonly #words: ReadonlyMap<string, readonly string[]>;
  readonly #names: ReadonlySet<string>;
  readonly #context: ReadonlyMap<string, string>;

  constructor(fields: HeadedFields, columns: readonly OwnColumn[], context: HeadedFields = {}) {
    this.#fields = mapHeadings(fields);
    this.#words = new Map(
      listHeadings(fields).map(([heading]) => [
        normalizeHeading(heading),
        normalizeText(heading).split(' '),
      ]),
    );
    this.#names = new Set(Object.keys(fields));
    this.columns = columns;
    this.#context = mapHeadings(context);
  }

  /** Ignores case, accents, spaces, punctuation and qualifiers such as "(optional)". */
  findField(heading: string): string | undefined {
    const field = this.#fields.get(normalizeHeading(heading));
    if (field !== undefined || heading.length > maxHeadingLength) return field;
    const keys = removeQualifiers(heading).map(normalizeHeading);
    const known = keys.find((text) => this.#fields.has(text));
    return known === undefined ? undefined : this.#fields.get(known);
  }

  /** Recognizes headings in other languages, with or without qualifiers. */
  guessField(heading: string): string | undefined {
    const isKnown = this.findField(heading) !== undefined || this.isContext(heading);
    if (isKnown || heading.length > maxHeadingLength) return undefined;
    for (const text of [heading, ...removeQualifiers(heading)]) {
      const field = matchForeignHeading(text, this.#names);
      if (field !== undefined) return field;
    }
    return undefined;
  }

  /** Ignores brackets at the end. A text that lacks a word of the heading is not similar. */
  findNearestField(text: string): string | undefined {
    if (text.length > maxHeadingLength) return undefined;
    const withoutBrackets = text.replace(brackets, '');
    if (withoutBrackets !== text) {
      return this.findField(withoutBrackets) ?? this.findNearestField(withoutBrackets);
    }
    const findInput = (heading: string) => this.#fields.get(heading);
    const near = findNearest(normalizeHeading(text), this.#fields.keys(), findInput);
    return near === undefined || this.#lacksWord(text, near) ? undefined : findInput(near);
  }

  /** "Approved" lacks a word of "Approver ID": it is more similar to the heading without "ID". */
  #lacksWord(text: string, near: string): boolean {
    const words = this.#words.get(near) ?? [];
    const typos = countTypos(normalizeHeading(text), near);
    return words.some((_, index) => {
      const others = words.toSpliced(index, 1).join('');
      return others !== '' && countTypos(normalizeHeading(text), others) < typos;
    });
  }

  /** Returns true for the heading of a column that identifies the person of a row. */
  isContext(heading: string): boolean {
    return this.#context.has(normalizeHeading(heading));
  }
}

/** Maps the names of our columns to their headings. */
export type WrittenHeadings = Readonly<Record<string, string>>;

/**
 * If the journal lacks the sheet, the sheet may have been renamed: returns the headings of the only
 * recorded sheet that the file no longer contains.
 */
export function findWrittenHeadings(
  file: Pick<SheetFile, 'format' | 'sheets'>,
  sheet: string,
  known: ReadonlyMap<string, WrittenHeadings> = new Map(),
): WrittenHeadings | undefined {
  const found = known.get(toSheetKey(file, sheet));
  if (found !== undefined || file.format === 'csv') return found;
  const there = new Set(file.sheets.map(({ name }) => name));
  const [missing, ...others] = [...known.keys()].filter((name) => !there.has(name));
  return missing === undefined || others.length > 0 ? undefined : known.get(missing);
}

/** Returns an empty key for every CSV file, because its sheet is named after the file. */
export function toSheetKey({ format }: Pick<SheetFile, 'format'>, sheet: string): string {
  return format === 'csv' ? '' : sheet;
}

function joinHeadingWords(heading: string): string {
  return normalizeText(heading).replaceAll(' ', '');
}

function mapHeadings(fields: HeadedFields): Map<string, string> {
  return new Map(listHeadings(fields).map(([heading, name]) => [normalizeHeading(heading), name]));
}

function listHeadings(fields: HeadedFields): (readonly [heading: string, name: string])[] {
  // Reversed, so that the first input keeps a shared heading: a Map keeps the last entry.
  return Object.entries(fields)
    .toReversed()
    .flatMap(([name, field]) => {
      const { label, aliases = [] } = field;
      return [...aliases, label, name].map((heading) => [heading, name] as const);
    });
}
