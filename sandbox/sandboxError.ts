/** An error that prevents the sandbox from starting; `message` contains advice. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
}
