/** `message` contains advice. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
}
