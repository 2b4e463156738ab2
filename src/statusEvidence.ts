import type { Evidence } from './decisionTable.js';

// Statuses that by definition (RFC 9110, RFC 6585) mean that the request was not carried out. A 4xx that
// neither this list nor `classifyStatus` names may be from a proxy after the service acted.
const neverCarriedOut: ReadonlySet<number> = new Set([
  400, 404, 405, 411, 413, 414, 415, 417, 421, 422, 426, 431,
]);

/** `ok` means that the status gives no evidence. Redirects are not followed. */
export function classifyStatus(
  status: number,
  hasRetryAfter: boolean,
): 'ok' | Exclude<Evidence, 'success' | 'not_sent'> {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 408) return 'no_answer';
  if (status === 429) return 'rate_limited';
  if (status === 503 && hasRetryAfter) return 'unavailable';
  if (status >= 500) return 'no_answer';
  if (status >= 400) return neverCarriedOut.has(status) ? 'refused' : 'unexplained';
  return status >= 200 && status < 300 ? 'ok' : 'unreadable';
}
