import { type OwnColumn, normalizeHeading } from './headingNames.js';
import type { WrittenHeadings } from './writtenHeadings.js';
import { freeHeading } from './freeHeading.js';
import { type Candidate, type Evidence, NamedColumns } from './namedColumns.js';

/**
 * A column that has the heading of our status, our id or another that may stand anywhere, and nothing
 * else that says whose it is.
 */
export interface Unproven {
  readonly name: string;
  readonly column: number;
  /** The columns of the same run of our headings in which we write something with every status. */
  readonly beside: ReadonlySet<number>;
  /** What its cells look like if they are ours; for the status and the ID, other cells tell besides. */
  readonly looksOurs?: (text: string) => boolean;
}

/** A column that has a heading of ours, apart from the others: only references beside its cells can prove it. */
export interface ApartColumn {
  readonly own: OwnColumn;
  readonly column: number;
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
  /** Those whose cells must decide whose they are. */
  readonly unproven: readonly Unproven[];
  readonly apart: readonly ApartColumn[];
}

/**
 * Overlooking their content could send a row twice, so these are ours unless their cells show
 * otherwise.
 */
export const coreColumns: readonly string[] = ['status', 'id'];

/** True for a column that is ours wherever it is, unless its cells show that it is the user's. */
function isAnywhere({ name, looksOurs }: OwnColumn): boolean {
  return looksOurs !== undefined || coreColumns.includes(name);
}

/**
 * Decides which columns of a heading row are ours. It is asked by whoever reads results and whoever
 * writes them, so that nothing is read from one column and written to another.
 *
 * Ours are the columns that the journal names. Where it names none for this sheet (it is lost, or
 * the sheet is a copy), ours are those that adjoin the status column, in an unbroken run of headings
 * of ours, and those whose cells are as the references of their rows have them. The status, the id and the
 * reference are ours wherever they are, unless their cells show them to be the user's. Any other column with such a
 * heading is the user's own, and ours gets a heading that differs.
 */
export function findOwnColumns(
  columns: readonly OwnColumn[],
  texts: readonly string[],
  evidence: Evidence,
): OwnColumns {
  return new Search(columns, texts, evidence).found();
}

class Search {
  readonly #columns: readonly OwnColumn[];
  readonly #texts: readonly string[];
  readonly #written: WrittenHeadings | undefined;
  readonly #users: ReadonlySet<number>;
  readonly #proven: ReadonlySet<number>;
  readonly #named: NamedColumns;
  readonly #besides = new Map<ReadonlySet<number>, ReadonlySet<number>>();
  /** The run that the status column is in. */
  #block: ReadonlySet<number> = new Set();
  /** The status has the heading that is chosen where the user has the usual one. */
  #isStatusLonger = false;

  constructor(columns: readonly OwnColumn[], texts: readonly string[], evidence: Evidence) {
    this.#columns = columns;
    this.#texts = texts;
    this.#written = evidence.written;
    this.#users = evidence.users ?? new Set();
    this.#proven = evidence.proven ?? new Set();
    this.#named = new NamedColumns(columns, texts, evidence);
  }

  found(): OwnColumns {
    const at = new Map<string, number>();
    for (const own of this.#inSearchOrder()) {
      const column = this.#find(own);
      if (column === undefined) continue;
      at.set(own.name, column);
      // Without its status, a sheet may still have another column that is surely ours.
      if (own.looksOurs !== undefined && this.#block.size === 0) {
        this.#block = this.#named.findRun(column);
      }
      if (own.name !== 'status') continue;
      this.#block = this.#named.findRun(column);
      const all = this.#named.candidates('status');
      this.#isStatusLonger = all.some((one) => one.column === column && one.isBeside);
    }
    this.#dropLoneOptional(at);
    return {
      at,
      headings: this.#headings(at),
      users: this.#usersOwn(at),
      named: this.#named.columns,
      unproven: this.#columns.flatMap((column) => this.#unproven(column)),
      apart: this.#columns.flatMap((own) => this.#apart(own)),
    };
  }

  #apart(own: OwnColumn): ApartColumn[] {
    if (isAnywhere(own) || this.#writtenOnes(own.name).length > 0 || this.#isWrittenWithout(own)) {
      return [];
    }
    return this.#open(own.name).flatMap(({ column }) =>
      this.#block.has(column) ? [] : [{ own, column }],
    );
  }

  /**
   * True for a column that the journal would name if it were ours. A run that died on its way to the journal may
   * have added the optional ones.
   */
  #isWrittenWithout({ name, optional = false }: OwnColumn): boolean {
    if (this.#written === undefined) return false;
    return !optional || this.#written[name] !== undefined;
  }

  #unproven(own: OwnColumn): Unproven[] {
    const { name, looksOurs } = own;
    if (!isAnywhere(own)) return [];
    if (this.#writtenOnes(name).length > 0) return [];
    return this.#open(name).map(({ column }) => {
      const beside = this.#beside(this.#named.findRun(column));
      return { name, column, beside, ...(looksOurs && { looksOurs }) };
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
    const rank = ({ name, looksOurs }: OwnColumn) =>
      name === 'status' ? 2 : Number(looksOurs !== undefined);
    return this.#columns.toSorted((a, b) => rank(b) - rank(a));
  }

  #find(own: OwnColumn): number | undefined {
    const { name } = own;
    const writtenOnes = this.#writtenOnes(name);
    if (writtenOnes.length > 0) return this.#best(name, writtenOnes);
    const all = this.#open(name);
    if (isAnywhere(own)) return this.#best(name, all);
    if (this.#isWrittenWithout(own)) return undefined;
    const isOurs = ({ column }: Candidate) => this.#block.has(column) || this.#proven.has(column);
    return this.#best(name, all.filter(isOurs));
  }

  /** The columns that have the heading under which the journal knows one of ours. */
  #writtenOnes(name: string): readonly Candidate[] {
    const known = this.#written?.[name];
    if (known === undefined) return [];
    const key = normalizeHeading(known);
    return this.#named
      .candidates(name)
      .filter(({ column }) => normalizeHeading(this.#texts[column] ?? '') === key);
  }

  /** The columns that may be ours: their cells do not show them to be the user's. */
  #open(name: string): readonly Candidate[] {
    return this.#named.candidates(name).filter(({ column }) => !this.#users.has(column));
  }

  #best(name: string, candidates: readonly Candidate[]): number | undefined {
    const nearness = (column: number) =>
      name === 'status' ? this.#named.findRun(column).size : Number(this.#block.has(column));
    const isLonger = name === 'status' ? false : name !== 'id' || this.#isStatusLonger;
    const sure = (isBeside: boolean) => Number(isBeside === isLonger);
    return candidates.toSorted(
      (a, b) =>
        nearness(b.column) - nearness(a.column) ||
        // The longer heading was chosen because the usual one was the user's; for the status and the id alike.
        sure(b.isBeside) - sure(a.isBeside),
    )[0]?.column;
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
    for (const [name, candidates] of this.#named.byName) {
      const own = candidates.find(({ column }) => !ours.has(column));
      if (own !== undefined) users.set(name, own.column);
    }
    return users;
  }
}
