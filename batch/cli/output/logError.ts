import { OutputLostError } from './commandError.js';

/**
 * The requested log or trace cannot be written, so no run may begin: its effects would not be recorded.
 */
export class LogError extends OutputLostError {
  override readonly name = 'LogError';
}
