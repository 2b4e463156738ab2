/** A request to the control API that cannot be carried out; `message` says why. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
}
