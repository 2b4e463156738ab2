/** The sandbox cannot start; `message` says why and what to do about it. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
}
