import { OutputLost } from './commandError.js';

/**
 * The requested log or trace cannot be written, so no run may begin: nobody could see what it did.
 */
export class LogError extends OutputLost {
  override readonly name = 'LogError';
}
