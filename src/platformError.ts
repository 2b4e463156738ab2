import { z } from 'zod/v4';
import { sanitizeMessage } from './sanitizeMessage.js';

const platformErrorSchema = z.looseObject({
  statusCode: z.number(),
  body: z.looseObject({ status: z.string().catch(''), message: z.string().catch('') }),
});

/**
 * Reads an error of Bubble: the contract's base URL looks like one from Bubble, which reports some
 * errors itself. The body of such an error is not the contract's envelope, so it proves nothing and
 * is only shown to people.
 */
export function readPlatformError(json: unknown): string | undefined {
  const parsed = platformErrorSchema.safeParse(json);
  if (!parsed.success) return undefined;
  const { message, status } = parsed.data.body;
  const words = [message, status].find((text) => text.trim() !== '');
  return words === undefined ? undefined : sanitizeMessage(words);
}
