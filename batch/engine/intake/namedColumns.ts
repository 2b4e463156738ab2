import { toAlternativeHeading } from './freeHeading.js';
import { normalizeHeading, type OwnColumn } from './headingNames.js';
import type { WrittenHeadings } from './writtenHeadings.js';

/** Evidence about our columns besides their headings. */
export interface Evidence {
  /** The columns that we wrote into this sheet, according to the journal. */
  readonly written?: WrittenHeadings | undefined;
  /** Columns that are read as inputs, whatever their heading. */
  readonly inputs: ReadonlySet<number>;
  /** Columns with one of our headings whose cells show that they are the user's. */
  readonly users?: ReadonlySet<number> | undefined;
  /** Columns with one of our headings whose cells match the references beside them. */
  readonly proven?: ReadonlySet<number> | undefined;
}

/** A column with one of our headings. */
export interface Candidate {
  readonly column: number;
  /** True for the alternative heading, which we use if the user has the usual one. */
  readonly isBeside: boolean;
}

/** The columns of a heading row that have our headings, ours and the user's. */
export class NamedColumns {
  readonly #candidates = new Map<string, Candidate[]>();
  readonly #named = new Set<number>();
  /** The unbroken run of such columns around each of them. */
  readonly #runs = new Map<number, ReadonlySet<number>>();

  constructor(
    columns: readonly OwnColumn[],
    texts: readonly string[],
    { written, inputs, users = new Set() }: Evidence,
  ) {
    const keys = texts.map((text, column) => (inputs.has(column) ? '' : normalizeHeading(text)));
    const meanings = mapMeanings(columns, written);
    let run = new Set<number>();
    for (const [column, key] of keys.entries()) {
      const meaning = meanings.get(key);
      if (meaning === undefined) {
        run = new Set();
        continue;
      }
      this.#named.add(column);
      // A column beside one of the user's is not ours just because of that.
      if (users.has(column)) run = new Set();
      else this.#runs.set(column, run.add(column));
      const candidate = { column, isBeside: meaning.isBeside };
      const others = this.#candidates.get(meaning.name);
      if (others === undefined) this.#candidates.set(meaning.name, [candidate]);
      else others.push(candidate);
    }
  }

  get columns(): ReadonlySet<number> {
    return this.#named;
  }

  /** The columns by the name of our column. */
  get byName(): ReadonlyMap<string, readonly Candidate[]> {
    return this.#candidates;
  }

  /** Returns the columns that have the heading of our column of this name. */
  candidates(name: string): readonly Candidate[] {
    return this.#candidates.get(name) ?? [];
  }

  /** Returns the unbroken run of such columns around a column; empty for the user's. */
  findRun(column: number): ReadonlySet<number> {
    return this.#runs.get(column) ?? new Set();
  }
}

/** Maps each normalised heading to our column. */
function mapMeanings(
  columns: readonly OwnColumn[],
  written: WrittenHeadings | undefined,
): Map<string, { readonly name: string; readonly isBeside: boolean }> {
  const meanings = new Map<string, { name: string; isBeside: boolean }>();
  for (const column of columns) {
    const { name, heading } = column;
    const known = written?.[name] ?? heading;
    for (const text of [heading, toAlternativeHeading(column, columns), known]) {
      const key = normalizeHeading(text);
      if (!meanings.has(key)) meanings.set(key, { name, isBeside: text !== heading });
    }
  }
  return meanings;
}
