import { OutputLostError } from './commandError.js';

/**
 * An error for a requested log or trace that cannot be written. No run may begin, because its effects
 * would not be recorded.
 */
export class LogError extends OutputLostError {
  override readonly name = 'LogError';
}
