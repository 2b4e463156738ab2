import { hash } from 'node:crypto';
import { inputsHash, personHash } from '../identity/reference.js';
import { detached } from './detached.js';
import type { SheetInputs } from './sheetInputs.js';

/** Hashes a request, a person or a message for a journal. */
export type HashOf = (text: string) => string;

/**
 * Returns how a journal hashes: with the random value of its first line, so that hashes of two
 * journals cannot be compared and no precomputed table helps. The salt is in the journal, so all
 * Staff IDs of five digits can be tried in a second or two. A slow hash would not prevent that:
 * measured on two busy cores, scrypt takes 7 ms a row at its least sensible cost (N = 1,024), 73 s
 * for 10,000 rows where this takes less than a tenth of one, and five digits would still be found in
 * minutes. So the mode of the journal, which is the sheet's, decides who may read it.
 */
export function hashKeyedBy(salt: string): HashOf {
  return (text) => shortHash(`${salt}:${text}`);
}

/**
 * A request as it is sent: its inputs by the contract's names. Their order counts, for the hash of a
 * request is that of its JSON.
 */
export type SheetRequest = Readonly<Record<string, string | number | undefined>>;

/**
 * Returns what a journal keeps of a request: a hash of its hash in a row reference. To change it is to
 * change {@link journalVersion}.
 */
export function hashOfRequest(request: object, hashOf: HashOf): string {
  return hashOf(inputsHash(request));
}

/** Returns what a journal keeps of an employee: a hash of their hash in a row reference. */
export function employeeKey(employeeId: string, hashOf: HashOf): string {
  return hashOf(personHash(employeeId));
}

/** Returns what a journal keeps of a request without its employee, to notice that only their ID was corrected. */
export function tripKey(request: SheetRequest, hashOf: HashOf): string {
  const { employeeId: _, ...trip } = request;
  return hashOfRequest(trip, hashOf);
}

/** The hash of a request where the key does not have it: that of a first assessment is made of its request. */
export function requestBesideKey(key: string, request: object, hashOf: HashOf): string | undefined {
  return followedBy(key) === undefined ? undefined : hashOfRequest(request, hashOf);
}

/** A key without the count of rows: of a request, or of a case. */
export function caseOfKey(key: string): string {
  return key.split(':', 1)[0] ?? '';
}

/** The key of the assessment that follows another one in the same case. */
export function afterKey(assessmentId: string): string {
  return `after:${assessmentId}`;
}

/** The assessment that the one with this key follows; nothing for a first assessment. */
export function followedBy(key: string): string | undefined {
  return key.startsWith('after:') ? key.slice('after:'.length) : undefined;
}

/** The key of an assessment that was found in the sheet, without the request that made it. */
export function foundKey(assessmentId: string): string {
  return `id:${assessmentId}`;
}

/** True for such a key. */
export function isFoundKey(key: string): boolean {
  return key.startsWith('id:');
}

/** The hash of the request that a key of a row stands for; nothing for other keys. */
export function requestOfKey(key: string): string | undefined {
  return key === '' || /^(?:after|id):/.test(key) ? undefined : caseOfKey(key);
}

/**
 * Gives rows their identity: a hash of the normalised request, or of the inputs that identify its
 * case, and how often the same stood further up. Sorting the sheet or inserting rows changes
 * nothing; changing such an input makes a new row.
 */
export class RowKeys {
  readonly #caseOf: SheetInputs['caseOf'];
  readonly #hashOf: HashOf;
  readonly #rows = new Occurrences();
  readonly #rowsOtherwise = new Occurrences();

  /** With the hash of the journal that is to know them. */
  constructor({ caseOf }: Pick<SheetInputs, 'caseOf'>, hashOf: HashOf = plainHash) {
    this.#caseOf = caseOf;
    this.#hashOf = hashOf;
  }

  /**
   * The key of a row, the first row of the same case if this is not it, and the hash of its request
   * where the key is not that. `others` are requests that the row made in other runs: they give
   * further keys by which the journal may know it, or further hashes.
   */
  next(
    request: SheetRequest,
    row: number,
    others: readonly object[] = [],
  ): { key: string; request?: string; sameAs?: number; otherwise?: readonly string[] } {
    const hashOf = this.#hashOf;
    const made = hashOfRequest(request, hashOf);
    if (this.#caseOf !== undefined) {
      const own = this.#rows.next(hashOf(this.#caseOf(request)), row);
      const hashes = others.map((other) => hashOfRequest(other, hashOf));
      const otherwise = hashes.length === 0 ? {} : { otherwise: hashes };
      return { ...own, request: made, ...otherwise };
    }
    return { ...this.#rows.next(made, row), ...this.otherwise(others, row) };
  }

  /**
   * The keys of requests that a row made in other runs; for a row that makes none now, its only ones.
   * Nothing where the key is of the case.
   */
  otherwise(others: readonly object[], row: number): { otherwise?: readonly string[] } {
    if (others.length === 0 || this.#caseOf !== undefined) return {};
    const hashes = others.map((other) => hashOfRequest(other, this.#hashOf));
    return { otherwise: hashes.map((hash) => this.#rowsOtherwise.next(hash, row).key) };
  }
}

/** Counts rows with the same hash, in their order, and makes their keys. */
export class Occurrences {
  readonly #firstRows = new Map<string, number>();
  /** How often each request occurs, for those that are in several rows. */
  readonly #counts = new Map<string, number>();

  next(hash: string, row: number): { key: string; sameAs?: number } {
    const firstRow = this.#firstRows.get(hash);
    if (firstRow === undefined) {
      this.#firstRows.set(hash, row);
      return { key: hash };
    }
    const count = (this.#counts.get(hash) ?? 1) + 1;
    this.#counts.set(hash, count);
    return { key: `${hash}:${count}`, sameAs: firstRow };
  }
}

/** Hashes without a salt: long random IDs, and rows that are read without a journal. */
export function plainHash(text: string): string {
  return shortHash(text);
}

// 132 bits: no two requests of all sheets ever will meet.
function shortHash(text: string): string {
  return detached(hash('sha256', text, 'base64url').slice(0, 22));
}
