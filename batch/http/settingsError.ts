import { sanitize } from '../../src/sanitized.js';
import type { SettingsMessage } from './settingsMessages.js';

/** Thrown before anything is sent. The command line and the client turn `reason` into a message. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly reason: SettingsMessage;

  constructor(reason: SettingsMessage) {
    super(sanitize(JSON.stringify(reason)));
    this.reason = reason;
  }
}
