import type { Field, Fields } from '../../src/field.js';
import { nearest, plain } from '../../src/spelling.js';

/** Longer texts are no headings of ours, and are not measured against them. */
const longestHeading = 100;

/** A heading as headings are compared. */
export function squash(heading: string): string {
  return plain(heading).replaceAll(' ', '');
}

/** A column that we add to a sheet. */
export interface OwnColumn {
  readonly name: string;
  readonly heading: string;
  /** The heading where the user has a column of that name; left out for one with the operation's word. */
  readonly headingBeside?: string;
  /** Written only to some sheets, and only together with all other optional ones. */
  readonly optional?: boolean;
}

/** Which headings mean which input of an operation, and which columns we add. */
export class HeadingNames {
  /** Our columns. Which columns of a sheet they are says `findOwnColumns`. */
  readonly columns: readonly OwnColumn[];
  readonly #fields: ReadonlyMap<string, string>;
  readonly #about: ReadonlyMap<string, string>;

  constructor(fields: Fields, columns: readonly OwnColumn[], about: Fields = {}) {
    this.#fields = namesOf(fields);
    this.columns = columns;
    this.#about = namesOf(about);
  }

  /** The input that a heading or a name on the command line means, without regard to case or spaces. */
  fieldOf(heading: string): string | undefined {
    return this.#fields.get(squash(heading));
  }

  /** The input that a text nearly names. */
  nearestField(text: string): string | undefined {
    if (text.length > longestHeading) return undefined;
    const inputOf = (heading: string) => this.#fields.get(heading);
    return inputOf(nearest(squash(text), this.#fields.keys(), inputOf) ?? '');
  }

  /** True for a heading of a column that tells whom a row is about. */
  tellsOf(heading: string): boolean {
    return this.#about.has(squash(heading));
  }
}

/** The input that each heading names. */
function namesOf(fields: Fields): Map<string, string> {
  const names = new Map<string, string>();
  // In reverse, so that the first field keeps a heading that two share.
  for (const [name, field] of Object.entries(fields).toReversed()) {
    const { label, aliases = [] }: Field = field;
    for (const heading of [...aliases, label, name]) names.set(squash(heading), name);
  }
  return names;
}
