/** Adds an empty chunk, which marks the end. */
export async function* appendEnd(chunks: AsyncIterable<string>): AsyncGenerator<string, void> {
  yield* chunks;
  yield '';
}

/**
 * Collects chunks until they can be parsed. If no complete item was found, twice as much is
 * collected before the next attempt, so that a very long item is not parsed again for each chunk.
 */
export class TextBuffer {
  text = '';
  private enoughChars = 0;

  /** Returns whether there is enough to parse. */
  add(chunk: string): boolean {
    this.text += chunk;
    return chunk === '' || this.text.length >= this.enoughChars;
  }

  /** Drops the text that was parsed. `chars` is 0 if no complete item was found. */
  drop(chars: number): void {
    this.enoughChars = chars > 0 ? 0 : this.text.length * 2;
    this.text = this.text.slice(chars);
  }
}
