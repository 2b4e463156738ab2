import type { ConnectionFault, DirectFault, RequestRemedy } from '../../src/requestMessages.js';
import { ProxyFailure } from './proxyFailure.js';

export interface FailureReason<Fault = ConnectionFault> {
  readonly fault: Fault;
  readonly remedy?: RequestRemedy | undefined;
  /** True if a retry is useless or can do harm. */
  readonly isFinal?: boolean | undefined;
}

const faults: Readonly<Record<string, DirectFault>> = {
  ECONNREFUSED: { code: 'connectionRefused' },
  ENOTFOUND: { code: 'hostUnknown' },
  EAI_AGAIN: { code: 'hostNotLookedUp' },
  ECONNRESET: { code: 'connectionReset' },
  EPIPE: { code: 'connectionClosed' },
  ETIMEDOUT: { code: 'connectingTimedOut' },
  ENETUNREACH: { code: 'networkUnreachable' },
  EHOSTUNREACH: { code: 'hostUnreachable' },
  EMFILE: { code: 'filesOpen', isWholeMachine: false },
  ENFILE: { code: 'filesOpen', isWholeMachine: true },
  UND_ERR_CONNECT_TIMEOUT: { code: 'connectingTimedOut' },
  UND_ERR_SOCKET: { code: 'connectionClosed' },
  CERT_HAS_EXPIRED: { code: 'certificateExpired' },
  CERT_NOT_YET_VALID: { code: 'certificateNotYetValid' },
  ERR_TLS_CERT_ALTNAME_INVALID: { code: 'certificateOfOtherHost' },
};

const untrusted: DirectFault = { code: 'certificateUntrusted' };

/** Faults of certificates that no trusted authority has issued. */
const untrustedFaults: Readonly<Record<string, DirectFault>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: { code: 'certificateSelfSigned' },
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
};

type Environment = Readonly<Record<string, string | undefined>>;

export function findFailure(error: Error, environment?: Environment): FailureReason {
  if (!(error instanceof ProxyFailure)) return findDirectFailure(error, environment);
  const { fault, remedy, isFinal } = error;
  return { fault, remedy, isFinal };
}

/** Node reads additional certificate authorities from NODE_EXTRA_CA_CERTS when it starts. */
export function findDirectFailure(
  error: Error & { code?: string; errors?: readonly Error[] },
  { NODE_EXTRA_CA_CERTS: file = '' }: Environment = process.env,
): FailureReason<DirectFault> {
  // If Node cannot connect to any address of a host, its error may list one error per address.
  const code = error.code ?? (error.errors?.[0] as { code?: string } | undefined)?.code ?? '';
  if (code === 'UND_ERR_DESTROYED') {
    return { fault: { code: 'clientClosed' }, remedy: { code: 'createClient' }, isFinal: true };
  }
  const untrustedFault = untrustedFaults[code];
  if (untrustedFault !== undefined)
    return { fault: untrustedFault, remedy: { code: 'trustAuthority', isSet: file !== '' } };
  const handshakeFault = findHandshakeFault(code);
  if (handshakeFault !== undefined) {
    return { fault: handshakeFault, remedy: { code: 'checkAddress' } };
  }
  const text = error.message === '' ? code : error.message;
  return { fault: faults[code] ?? { code: 'other', text } };
}

/** Returns true if the server was reached, but its certificate was not accepted. */
export function isCertificateError(error: Error & { readonly code?: string }): boolean {
  const { code = '' } = error;
  return code in untrustedFaults || /^(CERT|ERR_TLS_CERT)_/.test(code);
}

/** OpenSSL's error codes for an answer that is not TLS, such as plain http. */
const notTls =
  /^ERR_SSL_(WRONG_VERSION_NUMBER|HTTP_REQUEST|PACKET_LENGTH_TOO_LONG|RECORD_LAYER_FAILURE)$/;

function findHandshakeFault(code: string): DirectFault | undefined {
  if (notTls.test(code)) return { code: 'notHttps' };
  if (code === 'EPROTO') return { code: 'handshakeFailed' };
  const [, detail] = /^ERR_SSL_(.+)$/.exec(code) ?? [];
  if (detail === undefined) return undefined;
  return { code: 'handshakeFailed', detail: detail.toLowerCase().replaceAll('_', ' ') };
}
