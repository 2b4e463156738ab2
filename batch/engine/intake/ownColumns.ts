import { type OwnColumn, normalizeHeading } from './headingNames.js';
import type { WrittenHeadings } from './writtenHeadings.js';
import { besideOf, freeHeading } from './freeHeading.js';

/** What is known besides the headings. */
export interface Evidence {
  /** What the journal says that we wrote into this sheet. */
  readonly written?: WrittenHeadings | undefined;
  /** Columns that are read as inputs, whatever they are headed. */
  readonly inputs: ReadonlySet<number>;
  /** Columns that have a heading of ours, and whose cells show that they are the user's. */
  readonly users?: ReadonlySet<number> | undefined;
}

/** A column that has the heading of our status or id, and nothing else that says whose it is. */
export interface Unproven {
  readonly name: string;
  readonly column: number;
  /** Of its run of headings of ours, the columns in which we write something with every status. */
  readonly beside: ReadonlySet<number>;
}

/** What we write with a status that is no score: what became of the row, and what to do. */
const besideStatus: readonly string[] = ['id', 'message', 'doneAt'];

/** Which columns of a sheet are ours. */
export interface OwnColumns {
  /** By name; columns are counted from 0. */
  readonly at: ReadonlyMap<string, number>;
  /** By name, the heading of every column of ours: as the sheet has it, or as it is to be written. */
  readonly headings: ReadonlyMap<string, string>;
  /** By name, columns that have the heading of one of ours and are the user's own. */
  readonly users: ReadonlyMap<string, number>;
  /** Columns that have a heading of ours, whosever they are. */
  readonly named: ReadonlySet<number>;
  /** Those whose cells must be asked whose they are. */
  readonly unproven: readonly Unproven[];
}

/** Overlooking what stands in these could send a row twice, so they are ours until their cells say otherwise. */
export const unmistakable: readonly string[] = ['status', 'id'];

/**
 * Decides which columns of a heading row are ours. It is asked by whoever reads results and whoever
 * writes them, so that nothing is read from one column and written to another.
 *
 * Ours are the columns that the journal names. Where it names none for this sheet (it is lost, or
 * the sheet is a copy), ours are those that adjoin the status column, in an unbroken run of headings
 * of ours. The status and the id are ours wherever they stand, unless their cells show them to be the
 * user's. Any other column with such a heading is the user's own, and ours gets a heading that differs.
 */
export function findOwnColumns(
  columns: readonly OwnColumn[],
  texts: readonly string[],
  evidence: Evidence,
): OwnColumns {
  return new Search(columns, texts, evidence).found();
}

/** A column whose heading is one of ours. */
interface Candidate {
  readonly column: number;
  /** True for the heading that is chosen where the user has the usual one. */
  readonly isBeside: boolean;
}

class Search {
  readonly #columns: readonly OwnColumn[];
  readonly #texts: readonly string[];
  readonly #keys: readonly string[];
  readonly #written: WrittenHeadings | undefined;
  readonly #users: ReadonlySet<number>;
  readonly #candidates = new Map<string, Candidate[]>();
  readonly #named = new Set<number>();
  /** The unbroken run of such columns that each belongs to. */
  readonly #runs = new Map<number, ReadonlySet<number>>();
  readonly #besides = new Map<ReadonlySet<number>, ReadonlySet<number>>();
  /** The run that the status column is in. */
  #block: ReadonlySet<number> = new Set();
  /** The status has the heading that is chosen where the user has the usual one. */
  #isStatusLonger = false;

  constructor(
    columns: readonly OwnColumn[],
    texts: readonly string[],
    { written, inputs, users = new Set() }: Evidence,
  ) {
    this.#columns = columns;
    this.#texts = texts;
    this.#keys = texts.map((text, column) => (inputs.has(column) ? '' : normalizeHeading(text)));
    this.#written = written;
    this.#users = users;
    this.#gather();
  }

  #gather(): void {
    const meanings = this.#meanings();
    let run = new Set<number>();
    for (const [column, key] of this.#keys.entries()) {
      const meaning = meanings.get(key);
      if (meaning === undefined) {
        run = new Set();
        continue;
      }
      this.#named.add(column);
      // What stands beside a column of the user's is not shown by it to be ours.
      if (this.#users.has(column)) run = new Set();
      else this.#runs.set(column, run.add(column));
      const candidate = { column, isBeside: meaning.isBeside };
      const others = this.#candidates.get(meaning.name);
      if (others === undefined) this.#candidates.set(meaning.name, [candidate]);
      else others.push(candidate);
    }
  }

  #meanings(): Map<string, { readonly name: string; readonly isBeside: boolean }> {
    const meanings = new Map<string, { name: string; isBeside: boolean }>();
    for (const column of this.#columns) {
      const { name, heading } = column;
      const known = this.#written?.[name] ?? heading;
      for (const text of [heading, besideOf(column, this.#columns), known]) {
        const key = normalizeHeading(text);
        if (!meanings.has(key)) meanings.set(key, { name, isBeside: text !== heading });
      }
    }
    return meanings;
  }

  found(): OwnColumns {
    const at = new Map<string, number>();
    for (const own of this.#inSearchOrder()) {
      const column = this.#find(own);
      if (column === undefined) continue;
      at.set(own.name, column);
      if (own.name !== 'status') continue;
      this.#block = this.#runOf(column);
      const all = this.#candidates.get('status') ?? [];
      this.#isStatusLonger = all.some((one) => one.column === column && one.isBeside);
    }
    this.#dropLoneOptional(at);
    return {
      at,
      headings: this.#headings(at),
      users: this.#usersOwn(at),
      named: this.#named,
      unproven: unmistakable.flatMap((name) => this.#unproven(name)),
    };
  }

  #unproven(name: string): Unproven[] {
    if (this.#writtenOnes(name).length > 0) return [];
    return this.#open(name).map(({ column }) => {
      return { name, column, beside: this.#beside(this.#runOf(column)) };
    });
  }

  #beside(run: ReadonlySet<number>): ReadonlySet<number> {
    const known = this.#besides.get(run);
    if (known !== undefined) return known;
    const all = besideStatus.flatMap((name) => this.#open(name).map(({ column }) => column));
    const beside = new Set(all.filter((column) => run.has(column)));
    this.#besides.set(run, beside);
    return beside;
  }

  /** The status first: the others are looked for around it. */
  #inSearchOrder(): readonly OwnColumn[] {
    const isStatus = ({ name }: OwnColumn) => name === 'status';
    return [...this.#columns].toSorted((a, b) => Number(isStatus(b)) - Number(isStatus(a)));
  }

  #find({ name, optional = false }: OwnColumn): number | undefined {
    const known = this.#written?.[name];
    const writtenOnes = this.#writtenOnes(name);
    if (writtenOnes.length > 0) return this.#best(name, writtenOnes);
    const all = this.#open(name);
    if (unmistakable.includes(name)) return this.#best(name, all);
    // A journal that knows of columns in this sheet knows of all of them. A run that died on its way
    // to the journal may have added the optional ones.
    if (this.#written !== undefined && !optional) return undefined;
    if (known !== undefined) return undefined;
    const inBlock = all.filter(({ column }) => this.#block.has(column));
    return this.#best(name, inBlock);
  }

  /** The columns that have the heading under which the journal knows one of ours. */
  #writtenOnes(name: string): readonly Candidate[] {
    const known = this.#written?.[name];
    if (known === undefined) return [];
    const key = normalizeHeading(known);
    const all = this.#candidates.get(name) ?? [];
    return all.filter(({ column }) => this.#keys[column] === key);
  }

  /** The columns that may be ours: their cells do not show them to be the user's. */
  #open(name: string): readonly Candidate[] {
    const all = this.#candidates.get(name) ?? [];
    return all.filter(({ column }) => !this.#users.has(column));
  }

  #best(name: string, candidates: readonly Candidate[]): number | undefined {
    const nearness = (column: number) =>
      name === 'status' ? this.#runOf(column).size : Number(this.#block.has(column));
    const isLonger = name === 'status' ? false : name !== 'id' || this.#isStatusLonger;
    const sure = (isBeside: boolean) => Number(isBeside === isLonger);
    return candidates.toSorted(
      (a, b) =>
        nearness(b.column) - nearness(a.column) ||
        // The longer heading was chosen because the usual one was the user's; for the status and the id alike.
        sure(b.isBeside) - sure(a.isBeside),
    )[0]?.column;
  }

  #runOf(column: number): ReadonlySet<number> {
    return this.#runs.get(column) ?? new Set();
  }

  /** We write all optional columns or none: one alone beside ours was put there by the user. */
  #dropLoneOptional(at: Map<string, number>): void {
    const optional = this.#columns.filter((column) => column.optional === true);
    if (optional.every(({ name }) => at.has(name))) return;
    for (const { name } of optional) if (this.#written?.[name] === undefined) at.delete(name);
  }

  #headings(at: ReadonlyMap<string, number>): Map<string, string> {
    const taken = new Set(this.#texts.map(normalizeHeading));
    const headings = new Map<string, string>();
    for (const column of this.#columns) {
      const place = at.get(column.name);
      const there = place === undefined ? undefined : this.#texts[place];
      const heading = there ?? freeHeading(column, this.#columns, taken);
      headings.set(column.name, heading);
      taken.add(normalizeHeading(heading));
    }
    return headings;
  }

  #usersOwn(at: ReadonlyMap<string, number>): Map<string, number> {
    const ours = new Set(at.values());
    const users = new Map<string, number>();
    for (const [name, candidates] of this.#candidates) {
      const own = candidates.find(({ column }) => !ours.has(column));
      if (own !== undefined) users.set(name, own.column);
    }
    return users;
  }
}
