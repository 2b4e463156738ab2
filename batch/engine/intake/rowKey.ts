import { hash } from 'node:crypto';
import { inputsHash, personHash } from '../identity/reference.js';
import { copyText } from './cellValues.js';
import type { SheetInputs } from './sheetInputs.js';

/** A function that returns the hash of a request or a person for a journal. */
export type ComputeHash = (text: string) => string;

/**
 * Returns the hash function of a journal. It uses the journal's salt, so the hashes of two
 * journals cannot be compared, and precomputed tables do not help. The salt is in the journal, so
 * anyone with the file can try all five-digit Staff IDs in a second or two. A slow hash would not
 * prevent that: scrypt at its lowest sensible cost (N = 1,024) takes 7 ms per row, over a minute
 * for 10,000 rows, and five digits still fall within minutes. The file mode of the journal, which
 * is the sheet's, protects the hashes instead.
 */
export function hashKeyedBy(salt: string): ComputeHash {
  return (text) => shortHash(`${salt}:${text}`);
}

/**
 * A request by the contract's input names. The order of the inputs counts, because the hash of a
 * request is that of its JSON.
 */
export type SheetRequest = Readonly<Record<string, string | number | undefined>>;

/**
 * Returns the journal's hash of a request: the salted hash of its hash in a row reference. Changing
 * this hash requires a new {@link journalVersion}.
 */
export function hashRequest(request: object, computeHash: ComputeHash): string {
  return computeHash(inputsHash(request));
}

/**
 * Returns the journal's hash of an employee, or of another value that identifies a row of an
 * operation: the salted hash of its hash in a row reference.
 */
export function identityKey(identity: string, computeHash: ComputeHash): string {
  return computeHash(personHash(identity));
}

/**
 * Returns the journal's hash of a request without its employee. Two requests with the same hash
 * differ at most in the Employee ID, which was then probably corrected.
 */
export function hashTrip(request: SheetRequest, computeHash: ComputeHash): string {
  const { employeeId: _, ...trip } = request;
  return hashRequest(trip, computeHash);
}

/**
 * Returns the hash of the request of a reassessment; undefined for a first assessment, whose key
 * contains the hash.
 */
export function requestBesideKey(
  key: string,
  request: object,
  computeHash: ComputeHash,
): string | undefined {
  return followedBy(key) === undefined ? undefined : hashRequest(request, computeHash);
}

/** Returns a key without its number. */
export function toBaseKey(key: string): string {
  const end = key.indexOf(':');
  return end === -1 ? key : key.slice(0, end);
}

/** Returns the key of the assessment that follows another one of the same row. */
export function afterKey(assessmentId: string): string {
  return `after:${assessmentId}`;
}

/** Returns the ID of the assessment that this one follows; undefined for a first assessment. */
export function followedBy(key: string): string | undefined {
  return key.startsWith('after:') ? key.slice('after:'.length) : undefined;
}

/** Returns the key of an assessment that was found in the sheet, and whose request is unknown. */
export function foundKey(assessmentId: string): string {
  return `id:${assessmentId}`;
}

/** Returns true for a key from {@link foundKey}. */
export function isFoundKey(key: string): boolean {
  return key.startsWith('id:');
}

/** Returns the hash of the request or target in a key; undefined for other keys. */
export function findRequestHash(key: string): string | undefined {
  return key === '' || followedBy(key) !== undefined || isFoundKey(key)
    ? undefined
    : toBaseKey(key);
}

/**
 * Creates the keys of rows: a hash of the normalised request, or of its target, and a number for
 * equal rows. Sorting the sheet or inserting different rows changes no key. A changed input gives
 * the row a new key, unless the key depends only on the target.
 */
export class RowKeys {
  readonly #identifyTarget: SheetInputs['identifyTarget'];
  readonly #computeHash: ComputeHash;
  readonly #rows = new Occurrences();
  readonly #alternateRows = new Occurrences();

  /** Pass the hash function of the journal that will contain the keys. */
  constructor(
    { identifyTarget }: Pick<SheetInputs, 'identifyTarget'>,
    computeHash: ComputeHash = hashWithoutSalt,
  ) {
    this.#identifyTarget = identifyTarget;
    this.#computeHash = computeHash;
  }

  /**
   * Returns the key of a row; the hash of its request if the key does not contain it; and the first
   * row with the same request or target, if that is another one. `others` are requests that other
   * runs may have made from the row: their keys or hashes are returned as `alternateKeys`.
   */
  next(
    request: SheetRequest,
    row: number,
    others: readonly object[] = [],
  ): { key: string; request?: string; sameAs?: number; alternateKeys?: readonly string[] } {
    const computeHash = this.#computeHash;
    const requestHash = hashRequest(request, computeHash);
    if (this.#identifyTarget !== undefined) {
      const own = this.#rows.next(identityKey(this.#identifyTarget(request), computeHash), row);
      const hashes = others.map((other) => hashRequest(other, computeHash));
      const alternateKeys = hashes.length === 0 ? {} : { alternateKeys: hashes };
      return { ...own, request: requestHash, ...alternateKeys };
    }
    return { ...this.#rows.next(requestHash, row), ...this.alternateKeys(others, row) };
  }

  /**
   * Returns the keys of a row's requests in other runs; an unreadable row has only these. Returns
   * none if the key depends only on the target.
   */
  alternateKeys(others: readonly object[], row: number): { alternateKeys?: readonly string[] } {
    if (others.length === 0 || this.#identifyTarget !== undefined) return {};
    const hashes = others.map((other) => hashRequest(other, this.#computeHash));
    return { alternateKeys: hashes.map((hash) => this.#alternateRows.next(hash, row).key) };
  }
}

/** Creates the keys of rows, and numbers rows with the same hash. */
export class Occurrences {
  readonly #firstRows = new Map<string, number>();
  /** The number of rows per request, for requests in several rows. */
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

export function hashWithoutSalt(text: string): string {
  return shortHash(text);
}

// 132 bits make a collision practically impossible.
function shortHash(text: string): string {
  return copyText(hash('sha256', text, 'base64url').slice(0, 22));
}
