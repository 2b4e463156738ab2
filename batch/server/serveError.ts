/** An expected error of the server or of a command about its data, which the person who runs it can correct. */
export class ServeError extends Error {
  override readonly name = 'ServeError';
}
