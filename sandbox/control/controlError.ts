export class ControlError extends Error {
  override readonly name = 'ControlError';
}
