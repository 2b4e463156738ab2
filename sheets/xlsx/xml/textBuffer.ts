/** An empty chunk marks the end. */
export async function* appendEnd(chunks: AsyncIterable<string>): AsyncGenerator<string, void> {
  yield* chunks;
  yield '';
}

/**
 * If no complete item was found, twice as much is collected before the next attempt, so that a very
 * long item is not parsed again for each chunk.
 */
export class TextBuffer {
  text = '';
  private enoughChars = 0;

  /** Returns whether there is enough to parse. */
  add(chunk: string): boolean {
    this.text += chunk;
    return chunk === '' || this.text.length >= this.enoughChars;
  }

  /** `chars` is 0 if no complete item was found. */
  drop(chars: number): void {
    this.enoughChars = chars > 0 ? 0 : this.text.length * 2;
    this.text = this.text.slice(chars);
  }
}
