import { z } from 'zod/v4';
import { sanitizedMessage } from './sanitizedMessage.js';

const platformErrorSchema = z.looseObject({
  statusCode: z.number(),
  body: z.looseObject({ status: z.string().catch(''), message: z.string().catch('') }),
});

/**
 * Returns the message of an error of the platform, or its `body.status` if it has no message; undefined
 * for other JSON. The contract's base URL looks like one of Bubble, a platform that answers some errors
 * itself, with `{statusCode, body: {status, message}}`. This body is not the contract's envelope, so it
 * proves nothing and is only shown to people.
 */
export function platformWords(json: unknown): string | undefined {
  const parsed = platformErrorSchema.safeParse(json);
  if (!parsed.success) return undefined;
  const { message, status } = parsed.data.body;
  const words = [message, status].find((text) => text.trim() !== '');
  return words === undefined ? undefined : sanitizedMessage(words);
}
