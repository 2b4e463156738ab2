import type { Field, Fields } from '../../../src/field.js';
import { memoized } from '../../../src/memoized.js';
import type { ResultColumn } from '../../../sheets/sheet.js';
import { nearest, normalizeText, slipsApart } from '../../../src/spelling.js';

/** Longer texts cannot be our headings, and are not compared with them. */
const maxHeadingLength = 100;

// The first rows of a sheet are compared with the headings in several ways.
const memoizedHeading = memoized(normalized, 5_000);

/** A heading, normalised for comparisons. */
export function normalizeHeading(heading: string): string {
  return heading.length > maxHeadingLength ? normalized(heading) : memoizedHeading(heading);
}

function normalized(heading: string): string {
  return normalizeText(heading).replaceAll(' ', '');
}

/**
 * Words after a heading that do not change which input it names: whether it is required, the values
 * that it takes, and the form of a date. A unit other than days does.
 */
const qualifier =
  / (?:optional|required|mandatory|if (?:any|known|applicable)|yes no(?: unsure)?|y n|(?:in )?days|iso(?: 8601)?|(?:dd?|mm?m?|yyyy|yy) (?:dd?|mm?m?) (?:dd?|yyyy|yy))$/;

/** Brackets at the end of a heading, with what they contain. */
const brackets = /\s*(?:\([^()]*\)|\[[^[\]]*\])\s*$/;

/** Returns a heading without its last {@link qualifier}, without the last two, and so on, normalised. */
const withoutQualifiers = memoized((heading): readonly string[] => {
  const texts: string[] = [];
  let text = normalizeText(heading);
  while (qualifier.test(text)) {
    text = text.replace(qualifier, '');
    texts.push(text.replaceAll(' ', ''));
  }
  return texts;
}, 5_000);

/** A column that we add to a sheet. */
export interface OwnColumn extends Partial<Pick<ResultColumn, 'kind' | 'linkText'>> {
  readonly name: string;
  readonly heading: string;
  /** The heading where the user has a column of that name; left out for one with the operation's word. */
  readonly headingBeside?: string;
  /** Of one that is ours wherever it stands, unless none of its cells looks like one that we wrote. */
  readonly looksOurs?: (text: string) => boolean;
  /** Written only to some sheets, and only together with all other optional ones. */
  readonly optional?: boolean;
}

/** Which headings mean which input of an operation, and which columns we add. */
export class HeadingNames {
  /** Our columns. Which columns of a sheet they are says `findOwnColumns`. */
  readonly columns: readonly OwnColumn[];
  readonly #fields: ReadonlyMap<string, string>;
  readonly #wordsOf: ReadonlyMap<string, readonly string[]>;
  readonly #context: ReadonlyMap<string, string>;

  constructor(fields: Fields, columns: readonly OwnColumn[], context: Fields = {}) {
    this.#fields = mapHeadings(fields);
    this.#wordsOf = new Map(
      listHeadings(fields).map(([heading]) => [
        normalizeHeading(heading),
        normalizeText(heading).split(' '),
      ]),
    );
    this.columns = columns;
    this.#context = mapHeadings(context);
  }

  /**
   * The input that a heading or a name on the command line means, without regard to case, spaces and
   * qualifiers such as "(optional)".
   */
  findField(heading: string): string | undefined {
    const field = this.#fields.get(normalizeHeading(heading));
    if (field !== undefined || heading.length > maxHeadingLength) return field;
    const known = withoutQualifiers(heading).find((text) => this.#fields.has(text));
    return known === undefined ? undefined : this.#fields.get(known);
  }

  /**
   * The input that a text nearly names, or names without its brackets. A text that lacks a word of
   * its heading names another thing.
   */
  nearestField(text: string): string | undefined {
    if (text.length > maxHeadingLength) return undefined;
    const withoutBrackets = text.replace(brackets, '');
    if (withoutBrackets !== text) {
      return this.findField(withoutBrackets) ?? this.nearestField(withoutBrackets);
    }
    const findInput = (heading: string) => this.#fields.get(heading);
    const near = nearest(normalizeHeading(text), this.#fields.keys(), findInput);
    return near === undefined || this.#lacksWord(text, near) ? undefined : findInput(near);
  }

  /** True for "Approved" beside "Approver ID": without the ID it is nearer than with it. */
  #lacksWord(text: string, near: string): boolean {
    const words = this.#wordsOf.get(near) ?? [];
    const slips = slipsApart(normalizeHeading(text), near);
    return words.some((_, index) => {
      const others = words.toSpliced(index, 1).join('');
      return others !== '' && slipsApart(normalizeHeading(text), others) < slips;
    });
  }

  /** True for a heading of a column that shows whom a row is about. */
  isContext(heading: string): boolean {
    return this.#context.has(normalizeHeading(heading));
  }
}

/** The input that each heading names. */
function mapHeadings(fields: Fields): Map<string, string> {
  return new Map(listHeadings(fields).map(([heading, name]) => [normalizeHeading(heading), name]));
}

/** All headings, each with the input that it names; the first field keeps one that two share. */
function listHeadings(fields: Fields): (readonly [heading: string, name: string])[] {
  // In reverse, as later ones replace earlier ones in a Map.
  return Object.entries(fields)
    .toReversed()
    .flatMap(([name, field]) => {
      const { label, aliases = [] }: Field = field;
      return [...aliases, label, name].map((heading) => [heading, name] as const);
    });
}
