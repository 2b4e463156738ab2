import { createHash, randomBytes } from 'node:crypto';

/** A secret that nobody guesses: 256 bits, as text that needs no escaping in an address. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * What the store keeps of a secret. A plain hash is enough for 256 random bits; passwords have their
 * own. Looking up the hash leaks nothing by its timing that would help to find the secret.
 */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
