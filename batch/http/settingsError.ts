import { sanitized } from '../../src/sanitized.js';

/** A setting of the connection that cannot be used: base URL, token, proxy or limits. Nothing was sent. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(message: string) {
    super(sanitized(message));
  }
}
