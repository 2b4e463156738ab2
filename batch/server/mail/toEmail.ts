import { z } from 'zod/v4';

const email = z.email();

/** Returns '' if nothing was typed, and undefined for a text that is not an address. */
export function toEmail(typed: string): string | undefined {
  const text = typed.trim();
  return text === '' || email.safeParse(text).success ? text : undefined;
}
