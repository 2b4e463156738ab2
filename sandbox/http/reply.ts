import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/** One HTTP answer. */
export interface Reply {
  readonly status: number;
  readonly type: 'application/json' | 'text/html; charset=utf-8';
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How an answer reaches the client, if it does. */
export interface Delivery {
  readonly reply: Reply;
  /**
   * The whole answer; its first half before the connection closes; a reset connection instead; or
   * nothing at all until the client gives up; or the whole answer compressed, asked for or not.
   */
  readonly manner: 'whole' | 'gzip' | 'half' | 'reset' | 'none';
  /** From the arrival of the request. */
  readonly delayMs: number;
}

export function json(body: object, status = 200): Reply {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}

/** An error of HTTP or of the sandbox itself, in the contract's envelope. */
export function refusal(status: number, message: string): Reply {
  return json({ status: 'error', success: false, message }, status);
}

/** A page. It may load nothing and run nothing, whatever is written on it. */
export function page(body: string, status = 200): Reply {
  return {
    status,
    type: 'text/html; charset=utf-8',
    body,
    headers: { 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'" },
  };
}

/** Sends an answer at its time, in its manner. */
export function deliver(response: ServerResponse, delivery: Delivery, arrivedAtMs: number): void {
  const waitMs = delivery.delayMs - (performance.now() - arrivedAtMs);
  if (delivery.delayMs === 0 || waitMs <= 0) {
    deliverNow(response, delivery);
  } else {
    // Does not keep the process alive once the sandbox is closed.
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
