import { operations } from './operations.js';

/** A base URL that was checked. Its `url` has no trailing slash. */
export interface BaseUrl {
  readonly url: string;
  /** Whether the path has the `version-test` segment of the contract's test environment. */
  readonly isTest: boolean;
}

export type ReadBaseUrl =
  | { readonly ok: true; readonly baseUrl: BaseUrl }
  | { readonly ok: false; readonly message: string };

const octet = String.raw`(25[0-5]|2[0-4]\d|1?\d?\d)`;
const loopback = new RegExp(String.raw`^(localhost|127(\.${octet}){3}|\[::1\])$`, 'i');
const host = String.raw`[\p{L}\p{N}][\p{L}\p{N}._-]*|\[[\dA-Fa-f:.]+\]`;
/** Captures scheme, host, port and path. */
const urlParts = new RegExp(
  String.raw`^([Hh][Tt]{2}[Pp][Ss]?)://(${host})(?::(\d{1,5}))?(/[^?#\s\\\p{Cc}]*)?$`,
  'u',
);
// Matches "." and "..", which an HTTP client would resolve to a different path.
const dotSegment = /\/(\.|%2e){1,2}(\/|$)/i;

/** Accepts http only on this machine: elsewhere, the network could read the token. */
export function readBaseUrl(text: string): ReadBaseUrl {
  const parts = urlParts.exec(text.trim());
  const [, scheme = '', name = '', port, path = ''] = parts ?? [];
  const authority = port === undefined ? name : `${name}:${port}`;
  if (parts === null || Number(port ?? 0) > 65_535 || dotSegment.test(path)) {
    return {
      ok: false,
      message:
        'The base URL cannot be used. Write it like https://example.com/version-test/api/1.1/wf, without user name, query or fragment.',
    };
  }
  if (scheme.toLowerCase() === 'http' && !isLoopback(name)) {
    return {
      ok: false,
      message: `The base URL uses http, which would expose the company token to the network. Use https://${authority}${path}. http is allowed only for this machine (localhost).`,
    };
  }
  const url = `${scheme.toLowerCase()}://${authority}${path.replace(/\/+$/, '')}`;
  const operation = url.slice(url.lastIndexOf('/') + 1);
  if (Object.hasOwn(operations, operation)) {
    return {
      ok: false,
      message: `The base URL ends with the operation ${operation}. Remove it: ${url.slice(0, -operation.length - 1)}.`,
    };
  }
  return { ok: true, baseUrl: { url, isTest: path.split('/').includes('version-test') } };
}

export function isLoopback(hostName: string): boolean {
  return loopback.test(hostName);
}

/**
 * Returns a key for comparing services. The key has no scheme: `readBaseUrl` accepts http only on
 * this machine, and the service has the same assessments with and without TLS in front of it.
 */
export function createServiceKey(text: string): string {
  const [, scheme = '', name, port, path = ''] = urlParts.exec(text.trim()) ?? [];
  if (name === undefined) return text;
  const lowerCase = name.toLowerCase().replace(/[.]$/, '');
  const hostName = namesOfThisMachine.has(lowerCase) ? 'localhost' : lowerCase;
  const defaultPort = scheme.toLowerCase() === 'http' ? 80 : 443;
  const isDefault = port === undefined || Number(port) === defaultPort;
  return `${hostName}${isDefault ? '' : `:${Number(port)}`}${path.replace(/\/+$/, '')}`;
}

/** Other addresses in 127.0.0.0/8 can belong to other services. */
const namesOfThisMachine: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

export function isSameService(one: string, other: string): boolean {
  return createServiceKey(one) === createServiceKey(other);
}
