import type { Exchange } from '../../src/transport.js';

/**
 * Returns the delivery of a request that threw: `not_sent` if the code or system call of the error, or
 * of one of its causes, proves it; otherwise `unknown`.
 */
export function toDelivery(error: unknown): Exclude<Exchange, { delivery: 'answered' }> {
  const causes = listCauses(error);
  const codes = causes.flatMap(({ code }) => (typeof code === 'string' ? [code] : []));
  const unsent = codes.find((code) => Object.hasOwn(unsentCodes, code));
  if (unsent !== undefined) return { delivery: 'not_sent', reason: unsentCodes[unsent] ?? unsent };
  if (causes.some(hasNeverConnected)) return { delivery: 'not_sent', reason: 'no connection' };
  const lost = codes.find((code) => Object.hasOwn(lostCodes, code));
  return { delivery: 'unknown', reason: lostCodes[lost ?? ''] ?? 'the connection was interrupted' };
}

/** Reasons by error code, for codes that prove that the request was not sent. */
const unsentCodes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the DNS server did not answer',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is self-signed',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the issuer of the certificate is unknown',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate cannot be verified',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate belongs to another host',
};

/** Reasons by error code, for codes after which the request may have been sent. */
const lostCodes: Readonly<Record<string, string>> = {
  ECONNABORTED: 'the request timed out',
  ETIMEDOUT: 'the request timed out',
  ECONNRESET: 'the connection was closed',
  EPIPE: 'the connection was closed',
  ERR_BAD_RESPONSE: 'the answer was cut short',
  ERR_CANCELED: 'the execution was cancelled',
};

interface Cause {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

function listCauses(error: unknown): Cause[] {
  const causes: Cause[] = [];
  let next = error;
  while (typeof next === 'object' && next !== null && !causes.includes(next)) {
    causes.push(next);
    next = (next as Cause).cause;
  }
  return causes;
}

// If all addresses of a host fail, Node throws one error with `errors`.
function hasNeverConnected({ syscall, errors }: Cause): boolean {
  if (Array.isArray(errors) && errors.length > 0) {
    return errors.every((error: Cause) => hasNeverConnected(error));
  }
  return syscall === 'connect' || syscall === 'getaddrinfo';
}
