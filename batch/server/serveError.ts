/** The server cannot start, for a reason that the person who starts it can mend. */
export class ServeError extends Error {
  override readonly name = 'ServeError';
}
