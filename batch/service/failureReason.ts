const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name cannot be looked up now',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed',
  ENETUNREACH: 'the network cannot be reached',
  EHOSTUNREACH: 'the host cannot be reached',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open on this machine',
  UND_ERR_CONNECT_TIMEOUT: 'connecting took too long',
  UND_ERR_SOCKET: 'the connection was closed',
  CERT_HAS_EXPIRED: 'the certificate of the server has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate of the server is self-signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the server is for another host',
};

/** Why a request failed, in words, where undici or Node give a code. */
export function failureReason(error: Error & { code?: string; errors?: readonly Error[] }): string {
  // Several addresses of one host that all failed come as one error with `errors`.
  const code = error.code ?? (error.errors?.[0] as { code?: string } | undefined)?.code ?? '';
  return reasons[code] ?? (error.message === '' ? code : error.message);
}
