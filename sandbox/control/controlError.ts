/** An error in a request to the control API; `message` is for its caller. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
}
