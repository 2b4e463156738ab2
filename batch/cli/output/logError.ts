import { OutputLostError } from './commandError.js';

/** A log that cannot be written prevents a run from starting, but not from continuing. */
export class LogError extends OutputLostError {
  override readonly name = 'LogError';
}
