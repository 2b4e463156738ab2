import { ProxyFailure } from './proxyFailure.js';

/** The reason why a request failed, and the advice. */
export interface FailureReason {
  /** The reason in words, to follow a colon. */
  readonly reason: string;
  /** The advice, as a sentence. */
  readonly hint?: string | undefined;
  /** True if trying again is useless or can do harm. */
  readonly isFinal?: boolean | undefined;
}

/** The reasons for codes of Node and undici, apart from those that have advice. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name cannot be looked up now',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed',
  ETIMEDOUT: 'connecting took too long',
  ENETUNREACH: 'the network cannot be reached',
  EHOSTUNREACH: 'the host cannot be reached',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open on this machine',
  UND_ERR_CONNECT_TIMEOUT: 'connecting took too long',
  UND_ERR_SOCKET: 'the connection was closed',
  CERT_HAS_EXPIRED: 'the certificate of the server has expired',
  CERT_NOT_YET_VALID: 'the certificate of the server is not valid yet by the clock of this machine',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the server is for another host',
};

const unknownAuthority =
  'the certificate of the server is from an authority that is not trusted here';

/** The reasons for Node's codes about a certificate without a trusted authority. */
const untrustedReasons: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate of the server is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
};

/** Explains why a request failed, from the codes of undici and Node, or from the proxy. */
export function explainFailure(
  error: Error & { code?: string; errors?: readonly Error[] },
  env: Readonly<Record<string, string | undefined>> = process.env,
): FailureReason {
  if (error instanceof ProxyFailure) {
    return { reason: error.message, hint: error.hint, isFinal: error.isFinal };
  }
  // If all addresses of a host failed, Node throws one error with `errors`.
  const code = error.code ?? (error.errors?.[0] as { code?: string } | undefined)?.code ?? '';
  if (code === 'UND_ERR_DESTROYED') {
    return { reason: 'this client was closed', hint: 'Create another client.', isFinal: true };
  }
  const certificateReason = untrustedReasons[code];
  if (certificateReason !== undefined)
    return { reason: certificateReason, hint: adviseOnCertificate(env) };
  const tlsReason = explainHandshakeError(code);
  if (tlsReason !== undefined) {
    return {
      reason: tlsReason,
      hint: 'Check the address and its port. A login page of the network, or a server that speaks http only, may have answered instead.',
    };
  }
  return { reason: reasons[code] ?? (error.message === '' ? code : error.message) };
}

/** Returns true if the server was reached, but its certificate was not accepted. */
export function isCertificateError(error: Error & { readonly code?: string }): boolean {
  const { code = '' } = error;
  return code in untrustedReasons || /^(CERT|ERR_TLS_CERT)_/.test(code);
}

/** Matches OpenSSL's codes for an answer that is not TLS, such as plain http. */
const notTls =
  /^ERR_SSL_(WRONG_VERSION_NUMBER|HTTP_REQUEST|PACKET_LENGTH_TOO_LONG|RECORD_LAYER_FAILURE)$/;

/** Words an error of the TLS handshake, because OpenSSL's own messages are for developers. */
function explainHandshakeError(code: string): string | undefined {
  if (notTls.test(code)) return 'what answered is not an https server';
  if (code === 'EPROTO') return 'the https handshake failed';
  const [, opensslCode] = /^ERR_SSL_(.+)$/.exec(code) ?? [];
  if (opensslCode === undefined) return undefined;
  return `the https handshake failed (${opensslCode.toLowerCase().replaceAll('_', ' ')})`;
}

/**
 * Returns the advice for an untrusted certificate. Node reads additional authorities from a file at
 * the start of a process.
 */
function adviseOnCertificate({
  NODE_EXTRA_CA_CERTS: file = '',
}: Readonly<Record<string, string | undefined>>) {
  return file === ''
    ? "If it is from your company's own authority, ask IT for the authority's certificate as a PEM file and set NODE_EXTRA_CA_CERTS to the path of that file before rwa starts."
    : 'NODE_EXTRA_CA_CERTS is set: check that this account can read its file, and that it contains the certificate of that authority in PEM format.';
}
