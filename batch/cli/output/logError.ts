import { OutputLostError } from './commandError.js';

/**
 * Thrown if a requested log or trace cannot be written. The error prevents a run from starting, but a
 * run that has already started continues.
 */
export class LogError extends OutputLostError {
  override readonly name = 'LogError';
}
