/** The person who runs the server can correct the cause. */
export class ServeError extends Error {
  override readonly name = 'ServeError';
}
