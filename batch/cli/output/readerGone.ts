/** Thrown if the reader of the output has ended, as `head` does. */
export class ReaderGoneError extends Error {
  override readonly name = 'ReaderGoneError';
}
