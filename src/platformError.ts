import { z } from 'zod/v4';
import { sanitizedMessage } from './sanitizedMessage.js';

const platformErrorSchema = z.looseObject({
  statusCode: z.number(),
  body: z.looseObject({ status: z.string().catch(''), message: z.string().catch('') }),
});

/**
 * What an error of the platform says, if this is one: its message, or else its code. The base URL of
 * the contract looks like one of Bubble, which answers by itself, around the service, with
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
