import { OperatingError } from '../../engine/errors.js';

/**
 * The requested log or trace cannot be written, so no run may begin: nobody could see what it did.
 */
export class LogError extends OperatingError {
  override readonly name = 'LogError';
}
