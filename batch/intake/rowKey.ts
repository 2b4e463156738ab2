import { createHash } from 'node:crypto';

/** Tells in the journal whose row was sent, without naming the person. */
export function employeeHash(employeeId: string): string {
  return hashOf(employeeId);
}

/** True when two keys are of the very same request, whichever row it stands in. */
export function isSameRequest(key: string, other: string): boolean {
  return key.split(':')[0] === other.split(':')[0];
}

/**
 * Gives rows their identity: a hash of the normalised request, and how often the same request stood
 * further up. Sorting the sheet or inserting rows changes nothing; changing an input makes a new row.
 */
export class RowKeys {
  readonly #seen = new Map<string, { count: number; firstRow: number }>();

  /** The key of a row's request, and the first row with the same request if this is not it. */
  next(body: string, row: number): { key: string; sameAs?: number } {
    const hash = hashOf(body);
    const seen = this.#seen.get(hash);
    if (seen === undefined) {
      this.#seen.set(hash, { count: 1, firstRow: row });
      return { key: hash };
    }
    seen.count++;
    return { key: `${hash}:${seen.count}`, sameAs: seen.firstRow };
  }
}

// 128 bits: no two requests of all sheets ever will meet.
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
