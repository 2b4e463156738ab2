/** An error that keeps the server from starting, and that the person who starts it can correct. */
export class ServeError extends Error {
  override readonly name = 'ServeError';
}
