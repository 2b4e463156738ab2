import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

export interface Reply {
  readonly status: number;
  readonly type: 'application/json' | 'text/html; charset=utf-8';
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Delivery {
  readonly reply: Reply;
  readonly manner: 'whole' | 'gzip' | 'half' | 'reset' | 'none';
  /** The delay, counted from the arrival of the request. */
  readonly delayMs: number;
}

export function toJsonReply(body: object, status = 200): Reply {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}

export function toRefusal(status: number, message: string): Reply {
  return toJsonReply({ status: 'error', success: false, message }, status);
}

export function toPageReply(body: string, status = 200): Reply {
  return {
    status,
    type: 'text/html; charset=utf-8',
    body,
    headers: { 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'" },
  };
}

export function deliver(response: ServerResponse, delivery: Delivery, arrivedAtMs: number): void {
  const waitMs = delivery.delayMs - (performance.now() - arrivedAtMs);
  if (waitMs <= 0) {
    deliverNow(response, delivery);
  } else {
    // The timer must not keep the process alive after the sandbox is closed.
    setTimeout(deliverNow, waitMs, response, delivery).unref();
  }
}

function deliverNow(response: ServerResponse, { reply, manner }: Delivery): void {
  if (manner === 'none') return;
  if (manner === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  const body = manner === 'gzip' ? gzipSync(reply.body) : Buffer.from(reply.body);
  response.writeHead(reply.status, {
    ...reply.headers,
    ...(manner === 'gzip' ? { 'Content-Encoding': 'gzip' } : {}),
    'Content-Type': reply.type,
    'Content-Length': body.length,
  });
  if (manner === 'half') {
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => {
      response.socket?.destroy();
    });
  } else {
    response.end(body);
  }
}
