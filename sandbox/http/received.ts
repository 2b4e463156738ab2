import type { IncomingMessage } from 'node:http';

/** A completely received request. */
export interface ReceivedRequest {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  readonly authorization: string | undefined;
  readonly contentType: string;
  /** Undefined if it is larger than {@link MAX_BODY_BYTES}. */
  readonly body: string | undefined;
  /** The sandbox's address, for links. */
  readonly origin: string;
}

/** Protects the memory; the contract has no limit. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** Calls `onComplete` when the request is complete, and never for a request that is cut off. */
export function receive(
  request: IncomingMessage,
  origin: string,
  onComplete: (received: ReceivedRequest) => void,
): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
  });
  request.on('end', () => {
    onComplete({
      method: request.method ?? '',
      path: request.url?.split('?', 1)[0] ?? '',
      authorization: request.headers.authorization,
      contentType: request.headers['content-type'] ?? '',
      body: bytes <= MAX_BODY_BYTES ? Buffer.concat(chunks).toString() : undefined,
      origin,
    });
  });
}

export function parseObject(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
