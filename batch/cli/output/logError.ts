import { OutputLost } from './commandError.js';

/** The log or trace that was asked for cannot be written, so no run may begin: nobody could see what it did. */
export class LogError extends OutputLost {
  override readonly name = 'LogError';
}
