import type { IncomingMessage } from 'node:http';

/** A request that has arrived completely. */
export interface Received {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly authorization: string | undefined;
  readonly contentType: string;
  /** `undefined` when it is larger than {@link MAX_BODY_BYTES}. */
  readonly body: string | undefined;
  /** The sandbox's own address, for links. */
  readonly origin: string;
}

/** The contract shows no limit; this one only keeps a mistake from filling the memory. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** Calls `use` once the request is there. A request that breaks off is never used. */
export function receive(
  request: IncomingMessage,
  origin: string,
  use: (received: Received) => void,
): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
  });
  request.on('end', () => {
    use({
      method: request.method ?? '',
      path: request.url?.split('?', 1)[0] ?? '',
      authorization: request.headers.authorization,
      contentType: request.headers['content-type'] ?? '',
      body: bytes <= MAX_BODY_BYTES ? Buffer.concat(chunks).toString() : undefined,
      origin,
    });
  });
}

/** The request's JSON object; `undefined` when it is none. */
export function objectIn(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
