import type { IncomingMessage } from 'node:http';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly contentType: string;
  /** Undefined if it is larger than {@link MAX_BODY_BYTES}. */
  readonly body: string | undefined;
  readonly origin: string;
}

/** The limit protects the memory; the contract has none. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** Reads a request. Never calls `onComplete` for a request that is cut off. */
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
