import { sanitize } from '../../src/sanitized.js';
import type { SettingsMessage } from './settingsMessages.js';

/**
 * An error for a missing or invalid base URL, token or proxy, or for a limit of open files that is too low.
 * Nothing was sent.
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
