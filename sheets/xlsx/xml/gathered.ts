/** The chunks, and an empty one to mark their end. */
export async function* withEnd(chunks: AsyncIterable<string>): AsyncGenerator<string, void> {
  yield* chunks;
  yield '';
}

/**
 * Collects chunks of a text until there is enough to parse. If no whole item was found, it waits
 * for twice as much, so that one very long item costs no more per byte than many short ones.
 */
export class Gathered {
  text = '';
  private enough = 0;

  /** Adds a chunk. True when there is enough to parse, and after the last chunk, `''`. */
  add(chunk: string): boolean {
    this.text += chunk;
    return chunk === '' || this.text.length >= this.enough;
  }

  /** Drops the text that was used; 0 if no whole item was found. */
  drop(chars: number): void {
    this.enough = chars > 0 ? 0 : this.text.length * 2;
    this.text = this.text.slice(chars);
  }
}
