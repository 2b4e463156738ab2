import { createHash } from 'node:crypto';

/**
 * Gives rows their identity: a hash of the normalised request, and how often the same request stood
 * further up. Sorting the sheet or inserting rows changes nothing; changing an input makes a new row.
 */
export class RowKeys {
  readonly #seen = new Map<string, { count: number; firstRow: number }>();

  /** The key of a row's request, and the first row with the same request if this is not it. */
  next(body: string, row: number): { key: string; sameAs?: number } {
    // 128 bits: no two requests of all sheets ever will meet.
    const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
    const seen = this.#seen.get(hash);
    if (seen === undefined) {
      this.#seen.set(hash, { count: 1, firstRow: row });
      return { key: hash };
    }
    seen.count++;
    return { key: `${hash}:${seen.count}`, sameAs: seen.firstRow };
  }
}
