/** An error because of which the sandbox cannot start; `message` contains advice. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
}
