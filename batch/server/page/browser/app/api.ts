import { signal } from '@preact/signals';
import type { Refusal } from '../../../contract/shapes.js';

/** A refusal of the server, with its message. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly field?: string,
  ) {
    super(message);
  }
}

/** Counts the requests that were refused because nobody is signed in. */
export const signedOut = signal(0);

/** Sends a request to the API. Throws a {@link RefusedRequest}. */
export async function ask<T>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const sent = body === undefined ? {} : json(body);
  const answer = await fetch(path, { method, ...sent, ...(signal && { signal }) }).catch(() => {
    throw new RefusedRequest(
      0,
      'offline',
      'The server cannot be reached. Check that it runs, then try again.',
    );
  });
  if (!answer.ok) throw await toRefusedRequest(answer);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

function json(body: unknown): RequestInit {
  return { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
}

async function toRefusedRequest(answer: Response): Promise<RefusedRequest> {
  const body = await answer.text();
  if (answer.status === 401) signedOut.value += 1;
  return parseRefusal(answer.status, body);
}

/** A refusal from its status and body. */
export function parseRefusal(status: number, body: string): RefusedRequest {
  try {
    const { error } = JSON.parse(body) as Refusal;
    return new RefusedRequest(status, error.code, error.message, error.field);
  } catch {
    return new RefusedRequest(status, 'failed', `The server answered with an error (${status}).`);
  }
}

/** Returns the message of an error. */
export function toSentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
