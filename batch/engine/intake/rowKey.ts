import { hash } from 'node:crypto';
import { hashInputs, hashPerson } from '../identity/reference.js';
import { copyText } from './cellValues.js';
import type { SheetInputs } from './sheetInputs.js';

export type ComputeHash = (text: string) => string;

/**
 * The salt is in the journal, so anyone with the file can try all five-digit Staff IDs in a second
 * or two. A slow hash would not prevent that: scrypt at its lowest sensible cost (N = 1,024) takes
 * 7 ms per row, and five digits still fall within minutes. The file mode of the journal protects
 * the hashes instead.
 */
export function createSaltedHash(salt: string): ComputeHash {
  return (text) => hashShort(`${salt}:${text}`);
}

/** Maps the contract's input names to values. Their order counts, because the JSON is hashed. */
export type SheetRequest = Readonly<Record<string, string | number | undefined>>;

/** Changing this hash requires a new {@link journalVersion}. */
export function hashRequest(request: object, computeHash: ComputeHash): string {
  return computeHash(hashInputs(request));
}

export function toIdentityKey(identity: string, computeHash: ComputeHash): string {
  return computeHash(hashPerson(identity));
}

/** Two requests with the same hash differ at most in the Employee ID: a likely correction. */
export function hashTrip(request: SheetRequest, computeHash: ComputeHash): string {
  const { employeeId: _, ...trip } = request;
  return hashRequest(trip, computeHash);
}

/** Returns undefined for a first assessment, whose key contains the hash. */
export function hashRequestBesideKey(
  key: string,
  request: object,
  computeHash: ComputeHash,
): string | undefined {
  return getFollowedAssessment(key) === undefined ? undefined : hashRequest(request, computeHash);
}

/** Returns a key without its number. */
export function toBaseKey(key: string): string {
  const end = key.indexOf(':');
  return end === -1 ? key : key.slice(0, end);
}

/** Returns the key of the assessment that follows another assessment of the same row. */
export function toFollowingKey(assessmentId: string): string {
  return `after:${assessmentId}`;
}

/** Returns undefined for a first assessment. */
export function getFollowedAssessment(key: string): string | undefined {
  return key.startsWith('after:') ? key.slice('after:'.length) : undefined;
}

/** Returns the key of an assessment that was found in the sheet, and whose request is unknown. */
export function toFoundKey(assessmentId: string): string {
  return `id:${assessmentId}`;
}

export function isFoundKey(key: string): boolean {
  return key.startsWith('id:');
}

export function findRequestHash(key: string): string | undefined {
  return key === '' || getFollowedAssessment(key) !== undefined || isFoundKey(key)
    ? undefined
    : toBaseKey(key);
}

/**
 * Sorting the sheet or inserting different rows changes no key. A changed input gives the row a new
 * key, unless the key depends only on the target.
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

  /** `others` are requests that other runs may have made from the row. */
  next(
    request: SheetRequest,
    row: number,
    others: readonly object[] = [],
  ): { key: string; request?: string; sameAs?: number; alternateKeys?: readonly string[] } {
    const computeHash = this.#computeHash;
    const requestHash = hashRequest(request, computeHash);
    if (this.#identifyTarget !== undefined) {
      const own = this.#rows.next(toIdentityKey(this.#identifyTarget(request), computeHash), row);
      const hashes = others.map((other) => hashRequest(other, computeHash));
      const alternateKeys = hashes.length === 0 ? {} : { alternateKeys: hashes };
      return { ...own, request: requestHash, ...alternateKeys };
    }
    return { ...this.#rows.next(requestHash, row), ...this.alternateKeys(others, row) };
  }

  /** Returns no keys if the key depends only on the target. */
  alternateKeys(others: readonly object[], row: number): { alternateKeys?: readonly string[] } {
    if (others.length === 0 || this.#identifyTarget !== undefined) return {};
    const hashes = others.map((other) => hashRequest(other, this.#computeHash));
    return { alternateKeys: hashes.map((hash) => this.#alternateRows.next(hash, row).key) };
  }
}

export class Occurrences {
  readonly #firstRows = new Map<string, number>();
  /** Counts only requests that are in several rows. */
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
  return hashShort(text);
}

// 132 bits make a collision practically impossible.
function hashShort(text: string): string {
  return copyText(hash('sha256', text, 'base64url').slice(0, 22));
}
