/** Thrown if the program that reads the output has ended, like `head` in `rwa check FILE | head`. */
export class ReaderGoneError extends Error {
  override readonly name = 'ReaderGoneError';
}
