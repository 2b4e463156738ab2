import type { ResultColumn, SheetFile } from '../../../sheets/sheet.js';
import type { Field } from '../../../src/field.js';
import { matchForeignHeading } from '../../../src/headingWords.js';
import { memoize } from '../../../src/memoize.js';
import { findNearest, normalizeText, countTypos } from '../../../src/spelling.js';

/**
 * The maximum length of a heading. Longer texts are not cached, and are looked up only with their
 * qualifiers.
 */
export const maxHeadingLength = 100;

// Caches results, because the texts in the first rows of a sheet are normalised several times.
const memoizedHeading = memoize(joinHeadingWords, 5_000);

export function normalizeHeading(heading: string): string {
  return heading.length > maxHeadingLength ? joinHeadingWords(heading) : memoizedHeading(heading);
}

/**
 * Words after a heading that do not change which input it names: whether it is required, its
 * values, or the form of a date, in the languages of `matchForeignHeading`. A unit other than days
 * does change the input.
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

/** The brackets at the end of a heading, with their contents. */
const brackets = /\s*(?:\([^()]*\)|\[[^[\]]*\])\s*$/;

/** Returns a heading without its last {@link qualifier}, without the last two, and so on. */
const withoutQualifiers = memoize((heading): readonly string[] => {
  const texts: string[] = [];
  let text = normalizeText(heading);
  while (qualifier.test(text)) {
    text = text.replace(qualifier, '');
    texts.push(text);
  }
  return texts;
}, 5_000);

/** A column that we add to a sheet. */
export interface OwnColumn extends Partial<Pick<ResultColumn, 'kind' | 'linkText'>> {
  readonly name: string;
  readonly heading: string;
  /**
   * The heading to use if the user already has a column with the usual one; by default, the usual
   * heading with the first word of the status heading in brackets.
   */
  readonly alternativeHeading?: string;
  /**
   * Set for a column that is ours in any position, unless it has texts and none of them passes this
   * check.
   */
  readonly looksOurs?: (text: string) => boolean;
  /**
   * True for a column that is written only to some sheets, and only together with all other
   * optional ones.
   */
  readonly optional?: boolean;
}

/** Fields by their names, with the headings that sheets use for them. */
type HeadedFields = Readonly<Record<string, Pick<Field, 'label' | 'aliases'>>>;

/** Finds the inputs of an operation by their headings, and lists the columns that we add. */
export class HeadingNames {
  /** Our columns. See `findOwnColumns` for how they are located. */
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

  /**
   * Returns the input that a heading or command-line name means. Ignores case, accents, spaces,
   * punctuation and qualifiers such as "(optional)".
   */
  findField(heading: string): string | undefined {
    const field = this.#fields.get(normalizeHeading(heading));
    if (field !== undefined || heading.length > maxHeadingLength) return field;
    const keys = withoutQualifiers(heading).map(normalizeHeading);
    const known = keys.find((text) => this.#fields.has(text));
    return known === undefined ? undefined : this.#fields.get(known);
  }

  /**
   * Returns the input that a heading in another language probably means, with or without
   * qualifiers.
   */
  guessField(heading: string): string | undefined {
    const isKnown = this.findField(heading) !== undefined || this.isContext(heading);
    if (isKnown || heading.length > maxHeadingLength) return undefined;
    for (const text of [heading, ...withoutQualifiers(heading)]) {
      const field = matchForeignHeading(text, this.#names);
      if (field !== undefined) return field;
    }
    return undefined;
  }

  /**
   * Returns the input whose heading is similar to a text. Ignores brackets at the end of the text.
   * A text that lacks a word of the heading does not count as similar.
   */
  nearestField(text: string): string | undefined {
    if (text.length > maxHeadingLength) return undefined;
    const withoutBrackets = text.replace(brackets, '');
    if (withoutBrackets !== text) {
      return this.findField(withoutBrackets) ?? this.nearestField(withoutBrackets);
    }
    const findInput = (heading: string) => this.#fields.get(heading);
    const near = findNearest(normalizeHeading(text), this.#fields.keys(), findInput);
    return near === undefined || this.#lacksWord(text, near) ? undefined : findInput(near);
  }

  /**
   * Returns true if the text lacks a word of the heading `near`, as "Approved" does for "Approver
   * ID": the text is more similar to the heading without "ID".
   */
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

/** The headings of our columns in a sheet, by the columns' names. */
export type WrittenHeadings = Readonly<Record<string, string>>;

/**
 * Returns the headings that the journal has for a sheet. If it has none, the sheet may have been
 * renamed: returns those of the only recorded sheet that no longer exists.
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

/**
 * Returns the name of a sheet in the journal. The name is empty for every CSV file, because its
 * sheet is named after the file.
 */
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
  // Reversed, because later entries of a Map replace earlier ones: the first input keeps a heading
  // that two share.
  return Object.entries(fields)
    .toReversed()
    .flatMap(([name, field]) => {
      const { label, aliases = [] } = field;
      return [...aliases, label, name].map((heading) => [heading, name] as const);
    });
}
