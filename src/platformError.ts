import { z } from 'zod/v4';
import { sanitizedMessage } from './sanitizedMessage.js';

const platformErrorSchema = z.looseObject({
  statusCode: z.number(),
  body: z.looseObject({ status: z.string().catch(''), message: z.string().catch('') }),
});

/**
 * The message or code of a platform error, if this is one. The base URL of the contract looks like one
 * of Bubble, a platform that itself answers some errors with
 * `{statusCode, body: {status, message}}`. It is not the contract's envelope and proves nothing: only
 * people read it.
 */
export function platformWords(json: unknown): string | undefined {
  const parsed = platformErrorSchema.safeParse(json);
  if (!parsed.success) return undefined;
  const { message, status } = parsed.data.body;
  const words = [message, status].find((text) => text.trim() !== '');
  return words === undefined ? undefined : sanitizedMessage(words);
}
