/** The chunks, and an empty one to mark their end. */
export async function* withEnd(chunks: AsyncIterable<string>): AsyncGenerator<string, void> {
  yield* chunks;
  yield '';
}

/**
 * Chunks of a text, gathered until there is enough to look at. After a look in vain it waits for
 * twice as much, so that one very long item costs no more per byte than many short ones.
 */
export class Gathered {
  text = '';
  private enough = 0;

  /** Adds a chunk and says whether the text is worth a look; after the last chunk, `''`, it is. */
  add(chunk: string): boolean {
    this.text += chunk;
    return chunk === '' || this.text.length >= this.enough;
  }

  /** Drops what was used up; nothing, after a look in vain. */
  drop(chars: number): void {
    this.enough = chars > 0 ? 0 : this.text.length * 2;
    this.text = this.text.slice(chars);
  }
}
