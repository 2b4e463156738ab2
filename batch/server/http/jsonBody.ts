import { Refused } from '../refused.js';

/** A thousand corrections with long values fit. Files are no JSON: their routes read them themselves. */
const MAX_BYTES = 2 * 1024 * 1024;

/** The JSON in the body of a request; an empty object for none. Refuses what is too large before it has all of it. */
export async function readJson(request: Request): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  if (Number(request.headers.get('Content-Length') ?? 0) > MAX_BYTES) throw tooLarge();
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  if (bytes === 0) return {};
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
  } catch {
    throw new Refused('malformed', 'The body of the request is not JSON.');
  }
}

function tooLarge(): Refused {
  return new Refused('too_large', 'The body of the request is larger than 2 MB.');
}
