import type { Evidence } from './decisionTable.js';

// By their definition in RFC 9110, 6585 and their kin, the request was refused for what it is, before
// it was carried out. Any other 4xx may come from a proxy that lost patience or interest (499, 423)
// after the service had done what it was asked (409).
const neverCarriedOut: ReadonlySet<number> = new Set([
  400, 404, 405, 411, 413, 414, 415, 417, 421, 422, 426, 431,
]);

/**
 * What an answer's HTTP status is evidence of, where its body says nothing better. `ok` means that the
 * body decides alone. Redirects are not followed, so they are not of the contract.
 */
export function evidenceOfStatus(
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
