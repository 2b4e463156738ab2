import { sanitized } from '../../src/sanitized.js';
import type { SettingsMessage } from './settingsMessages.js';

/**
 * A setting of the connection that cannot be used: base URL, token, proxy or limits. Nothing was
 * sent. A face words what is said.
 */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly said: SettingsMessage;

  constructor(said: SettingsMessage) {
    super(sanitized(JSON.stringify(said)));
    this.said = said;
  }
}
