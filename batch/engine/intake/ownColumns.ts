import { type OwnColumn, normalizeHeading, type WrittenHeadings } from './headingNames.js';

/** A column that may be anywhere, with our heading and no other evidence of its owner. */
export interface UnprovenColumn {
  readonly name: string;
  readonly column: number;
  /** The columns in the same unbroken run of our headings that we may fill beside any status. */
  readonly neighbours: ReadonlySet<number>;
  /** Missing for the status and the ID, which depend on other cells, too. */
  readonly looksOurs?: (text: string) => boolean;
}

/** A column with our heading away from our others. Only references can prove that it is ours. */
interface SeparateColumn {
  readonly own: OwnColumn;
  readonly column: number;
}

/** Columns that we may fill beside any status, even in rows without scores. */
const columnsBesideStatus: readonly string[] = ['id', 'message', 'doneAt'];

export interface OwnColumns {
  /** Maps the name of each of our columns to its position, counted from 0. */
  readonly positions: ReadonlyMap<string, number>;
  /** The current heading of each of our columns, or the heading to write. */
  readonly headings: ReadonlyMap<string, string>;
  /** The user's columns with one of our headings, by the name of our column. */
  readonly users: ReadonlyMap<string, number>;
  /** All columns with one of our headings, ours and the user's. */
  readonly named: ReadonlySet<number>;
  /** Columns whose cells must show who owns them. */
  readonly unproven: readonly UnprovenColumn[];
  readonly separate: readonly SeparateColumn[];
}

/**
 * Columns that are ours unless their cells prove otherwise: a run that overlooked them could send a
 * row twice.
 */
export const coreColumns: readonly string[] = ['status', 'id'];

/**
 * The code that reads results and the code that writes them both call this, so they use the same
 * columns. The columns in the journal are ours. If the journal has none for this sheet (it is lost,
 * or the sheet is a copy), ours are the columns around the status in an unbroken run of our
 * headings, and columns whose cells match references. The status, the ID and the reference are ours
 * in any position, unless their cells prove otherwise.
 */
export function findOwnColumns(
  columns: readonly OwnColumn[],
  texts: readonly string[],
  evidence: Evidence,
): OwnColumns {
  return new ColumnSearch(columns, texts, evidence).search();
}

export interface Evidence {
  /** The headings of our columns in the journal. */
  readonly written?: WrittenHeadings | undefined;
  /** Columns that are read as inputs, whatever their heading. */
  readonly inputs: ReadonlySet<number>;
  /** Columns whose cells show that they are the user's. */
  readonly users?: ReadonlySet<number> | undefined;
  /** Columns whose cells match the references beside them. */
  readonly proven?: ReadonlySet<number> | undefined;
}

export function findFreeHeading(
  column: OwnColumn,
  columns: readonly OwnColumn[],
  taken: ReadonlySet<string>,
): string {
  const alternative = toAlternativeHeading(column, columns);
  if (!taken.has(normalizeHeading(column.heading))) return column.heading;
  let heading = alternative;
  for (let number = 2; taken.has(normalizeHeading(heading)); number++)
    heading = `${alternative} ${number}`;
  return heading;
}

/** Returns true for a column that is ours in any position unless its cells prove otherwise. */
function canBeAnywhere({ name, looksOurs }: OwnColumn): boolean {
  return looksOurs !== undefined || coreColumns.includes(name);
}

class ColumnSearch {
  readonly #columns: readonly OwnColumn[];
  readonly #texts: readonly string[];
  readonly #written: WrittenHeadings | undefined;
  readonly #users: ReadonlySet<number>;
  readonly #proven: ReadonlySet<number>;
  readonly #named: NamedColumns;
  readonly #neighbours = new Map<ReadonlySet<number>, ReadonlySet<number>>();
  /** The unbroken run of our headings around the status or another column that may be anywhere. */
  #block: ReadonlySet<number> = new Set();
  #hasAlternativeStatus = false;

  constructor(columns: readonly OwnColumn[], texts: readonly string[], evidence: Evidence) {
    this.#columns = columns;
    this.#texts = texts;
    this.#written = evidence.written;
    this.#users = evidence.users ?? new Set();
    this.#proven = evidence.proven ?? new Set();
    this.#named = new NamedColumns(columns, texts, evidence);
  }

  search(): OwnColumns {
    const positions = new Map<string, number>();
    for (const own of this.#sortForSearch()) {
      const column = this.#find(own);
      if (column === undefined) continue;
      positions.set(own.name, column);
      // A sheet without a status may still have another column that is certainly ours.
      if (own.looksOurs !== undefined && this.#block.size === 0) {
        this.#block = this.#named.findRun(column);
      }
      if (own.name !== 'status') continue;
      this.#block = this.#named.findRun(column);
      const all = this.#named.candidates('status');
      this.#hasAlternativeStatus = all.some(
        (other) => other.column === column && other.isAlternative,
      );
    }
    this.#dropLoneOptional(positions);
    return {
      positions,
      headings: this.#toHeadings(positions),
      users: this.#findUsersColumns(positions),
      named: this.#named.columns,
      unproven: this.#columns.flatMap((column) => this.#findUnproven(column)),
      separate: this.#columns.flatMap((own) => this.#findSeparate(own)),
    };
  }

  #findSeparate(own: OwnColumn): SeparateColumn[] {
    if (
      canBeAnywhere(own) ||
      this.#findWritten(own.name).length > 0 ||
      this.#wouldBeRecorded(own)
    ) {
      return [];
    }
    return this.#findPossible(own.name).flatMap(({ column }) =>
      this.#block.has(column) ? [] : [{ own, column }],
    );
  }

  /** A run that was killed may have written optional columns without recording them. */
  #wouldBeRecorded({ name, optional = false }: OwnColumn): boolean {
    if (this.#written === undefined) return false;
    return !optional || this.#written[name] !== undefined;
  }

  #findUnproven(own: OwnColumn): UnprovenColumn[] {
    const { name, looksOurs } = own;
    if (!canBeAnywhere(own)) return [];
    if (this.#findWritten(name).length > 0) return [];
    return this.#findPossible(name).map(({ column }) => {
      const neighbours = this.#findNeighbours(this.#named.findRun(column));
      return { name, column, neighbours, ...(looksOurs && { looksOurs }) };
    });
  }

  #findNeighbours(run: ReadonlySet<number>): ReadonlySet<number> {
    const known = this.#neighbours.get(run);
    if (known !== undefined) return known;
    const all = columnsBesideStatus.flatMap((name) =>
      this.#findPossible(name).map(({ column }) => column),
    );
    const neighbours = new Set(all.filter((column) => run.has(column)));
    this.#neighbours.set(run, neighbours);
    return neighbours;
  }

  /** Puts the status first, because the other columns are searched around it. */
  #sortForSearch(): readonly OwnColumn[] {
    const getRank = ({ name, looksOurs }: OwnColumn) =>
      name === 'status' ? 2 : Number(looksOurs !== undefined);
    return this.#columns.toSorted((a, b) => getRank(b) - getRank(a));
  }

  #find(own: OwnColumn): number | undefined {
    const { name } = own;
    const writtenColumns = this.#findWritten(name);
    if (writtenColumns.length > 0) return this.#chooseBest(name, writtenColumns);
    const all = this.#findPossible(name);
    if (canBeAnywhere(own)) return this.#chooseBest(name, all);
    if (this.#wouldBeRecorded(own)) return undefined;
    const isOurs = ({ column }: Candidate) => this.#block.has(column) || this.#proven.has(column);
    return this.#chooseBest(name, all.filter(isOurs));
  }

  #findWritten(name: string): readonly Candidate[] {
    const known = this.#written?.[name];
    if (known === undefined) return [];
    const key = normalizeHeading(known);
    return this.#named
      .candidates(name)
      .filter(({ column }) => normalizeHeading(this.#texts[column] ?? '') === key);
  }

  #findPossible(name: string): readonly Candidate[] {
    return this.#named.candidates(name).filter(({ column }) => !this.#users.has(column));
  }

  #chooseBest(name: string, candidates: readonly Candidate[]): number | undefined {
    const getNearness = (column: number) =>
      name === 'status' ? this.#named.findRun(column).size : Number(this.#block.has(column));
    const expectsAlternative =
      name === 'status' ? false : name !== 'id' || this.#hasAlternativeStatus;
    const getCertainty = (isAlternative: boolean) => Number(isAlternative === expectsAlternative);
    return candidates.toSorted(
      (a, b) =>
        getNearness(b.column) - getNearness(a.column) ||
        // The ID probably has the alternative heading if the status does.
        getCertainty(b.isAlternative) - getCertainty(a.isAlternative),
    )[0]?.column;
  }

  /** We write all optional columns or none. If one is missing, the user has added the others. */
  #dropLoneOptional(positions: Map<string, number>): void {
    const optional = this.#columns.filter((column) => column.optional === true);
    if (optional.every(({ name }) => positions.has(name))) return;
    for (const { name } of optional)
      if (this.#written?.[name] === undefined) positions.delete(name);
  }

  #toHeadings(positions: ReadonlyMap<string, number>): Map<string, string> {
    const taken = new Set(this.#texts.map(normalizeHeading));
    const headings = new Map<string, string>();
    for (const column of this.#columns) {
      const position = positions.get(column.name);
      const there = position === undefined ? undefined : this.#texts[position];
      const heading = there ?? findFreeHeading(column, this.#columns, taken);
      headings.set(column.name, heading);
      taken.add(normalizeHeading(heading));
    }
    return headings;
  }

  #findUsersColumns(positions: ReadonlyMap<string, number>): Map<string, number> {
    const ours = new Set(positions.values());
    const users = new Map<string, number>();
    for (const [name, candidates] of this.#named.byName) {
      const own = candidates.find(({ column }) => !ours.has(column));
      if (own !== undefined) users.set(name, own.column);
    }
    return users;
  }
}

interface Candidate {
  readonly column: number;
  /** We use the alternative heading if the user has the usual heading. */
  readonly isAlternative: boolean;
}

class NamedColumns {
  readonly #candidates = new Map<string, Candidate[]>();
  readonly #named = new Set<number>();
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
      // Being beside a user's column proves nothing, so that column ends the run.
      if (users.has(column)) run = new Set();
      else this.#runs.set(column, run.add(column));
      const candidate = { column, isAlternative: meaning.isAlternative };
      const others = this.#candidates.get(meaning.name);
      if (others === undefined) this.#candidates.set(meaning.name, [candidate]);
      else others.push(candidate);
    }
  }

  get columns(): ReadonlySet<number> {
    return this.#named;
  }

  get byName(): ReadonlyMap<string, readonly Candidate[]> {
    return this.#candidates;
  }

  candidates(name: string): readonly Candidate[] {
    return this.#candidates.get(name) ?? [];
  }

  /** Returns an empty set for a column of the user. */
  findRun(column: number): ReadonlySet<number> {
    return this.#runs.get(column) ?? new Set();
  }
}

function mapMeanings(
  columns: readonly OwnColumn[],
  written: WrittenHeadings | undefined,
): Map<string, { readonly name: string; readonly isAlternative: boolean }> {
  const meanings = new Map<string, { name: string; isAlternative: boolean }>();
  for (const column of columns) {
    const { name, heading } = column;
    const known = written?.[name] ?? heading;
    for (const text of [heading, toAlternativeHeading(column, columns), known]) {
      const key = normalizeHeading(text);
      if (!meanings.has(key)) meanings.set(key, { name, isAlternative: text !== heading });
    }
  }
  return meanings;
}

function toAlternativeHeading(
  { heading, alternativeHeading }: OwnColumn,
  columns: readonly OwnColumn[],
): string {
  if (alternativeHeading !== undefined) return alternativeHeading;
  const status = columns.find(({ name }) => name === 'status')?.heading ?? '';
  // Takes "assessment" from "Assessment status".
  const [noun = ''] = status.toLowerCase().split(' ');
  return `${heading} (${noun})`;
}
