import { z } from 'zod/v4';

const email = z.email();

/** Returns a typed email address without spaces around it, '' if none was typed, or undefined for another text. */
export function toEmail(typed: string): string | undefined {
  const text = typed.trim();
  return text === '' || email.safeParse(text).success ? text : undefined;
}
