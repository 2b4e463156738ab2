import { OutputLostError } from './commandError.js';

/**
 * An error for a requested log or trace that cannot be written. No run may begin then, but one that has
 * begun continues.
 */
export class LogError extends OutputLostError {
  override readonly name = 'LogError';
}
