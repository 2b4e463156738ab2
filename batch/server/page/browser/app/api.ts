import { signal } from '@preact/signals';
import type { Refusal } from '../../../contract/shapes.js';
import { t } from '../language/language.js';
import { localizeTimes } from './time.js';

export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';

  constructor(
    /** The HTTP status; 0 if there was no answer. */
    readonly status: number,
    readonly code: string,
    message: string,
    readonly field?: string,
  ) {
    super(message);
  }
}

/** Counts requests of {@link ask} that were refused with the status 401. */
export const unauthorizedRequests = signal(0);

/** Throws a {@link RefusedRequest} if the server refuses the request or cannot be reached. */
export async function ask<T>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const content = body === undefined ? {} : toJsonContent(body);
  const answer = await fetch(path, { method, ...content, ...(signal && { signal }) }).catch(() => {
    throw new RefusedRequest(
      0,
      'offline',
      t(($) => $.parts.offline),
    );
  });
  if (!answer.ok) throw await toRefusedRequest(answer);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

function toJsonContent(body: unknown): RequestInit {
  return { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
}

async function toRefusedRequest(answer: Response): Promise<RefusedRequest> {
  const body = await answer.text();
  if (answer.status === 401) unauthorizedRequests.value += 1;
  return parseRefusal(answer.status, body);
}

export function parseRefusal(status: number, body: string): RefusedRequest {
  try {
    const { error } = JSON.parse(body) as Refusal;
    return new RefusedRequest(status, error.code, error.message, error.field);
  } catch {
    return new RefusedRequest(
      status,
      'failed',
      t(($) => $.parts.serverError, { status }),
    );
  }
}

/** The times are in the reader's time zone. */
export function toSentence(error: unknown): string {
  return localizeTimes(error instanceof Error ? error.message : String(error));
}
