import { RefusalError } from '../refusalError.js';

/** A thousand corrections with long values need less. Uploaded files are not read here. */
const MAX_BYTES = 2 * 1024 * 1024;

export async function readJson(request: Request): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  if (Number(request.headers.get('Content-Length') ?? 0) > MAX_BYTES) throw createTooLargeError();
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw createTooLargeError();
    chunks.push(chunk);
  }
  if (bytes === 0) return {};
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
  } catch {
    throw new RefusalError('malformed', (t) => t(($) => $.http.notJson));
  }
}

function createTooLargeError(): RefusalError {
  return new RefusalError('too_large', (t) => t(($) => $.http.bodyTooLarge));
}
