/** Adds an empty chunk, which marks the end. */
export async function* withEnd(chunks: AsyncIterable<string>): AsyncGenerator<string, void> {
  yield* chunks;
  yield '';
}

/**
 * Collects chunks of a text until there is enough to parse. If no complete item was found, it collects
 * twice as much before the next attempt, so that a very long item is not parsed again for each chunk.
 */
export class TextBuffer {
  text = '';
  /** The number of characters that is enough to parse. */
  private enoughChars = 0;

  /** Adds a chunk. Returns whether there is enough to parse; true for the last chunk, ''. */
  add(chunk: string): boolean {
    this.text += chunk;
    return chunk === '' || this.text.length >= this.enoughChars;
  }

  /** Drops the parsed text; `chars` is 0 if no complete item was found. */
  drop(chars: number): void {
    this.enoughChars = chars > 0 ? 0 : this.text.length * 2;
    this.text = this.text.slice(chars);
  }
}
