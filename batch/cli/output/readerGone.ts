/** An error for output whose reader is gone, for example after `rwa check FILE | head`. */
export class ReaderGoneError extends Error {
  override readonly name = 'ReaderGoneError';
}
