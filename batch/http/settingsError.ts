import { sanitize } from '../../src/sanitized.js';
import type { SettingsMessage } from './settingsMessages.js';

/**
 * An error for an invalid setting of the connection: base URL, token, proxy or limits. Nothing was sent.
 * The command line and the client turn its reason into words.
 */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly reason: SettingsMessage;

  constructor(reason: SettingsMessage) {
    super(sanitize(JSON.stringify(reason)));
    this.reason = reason;
  }
}
