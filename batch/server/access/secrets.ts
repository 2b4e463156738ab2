import { createHash, randomBytes } from 'node:crypto';

/** Creates a random secret of 256 bits, as a text that needs no escaping in a URL. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Hashes a secret for the store. A plain hash is enough for 256 random bits; passwords have their own. Looking up the
 * hash leaks nothing by its timing that would help to find the secret.
 */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
