/** Where the service is, checked and without a slash at its end. */
export interface BaseUrl {
  readonly url: string;
  /** True when the path has the `version-test` segment of the contract's test environment. */
  readonly isTest: boolean;
}

export type ReadBaseUrl =
  | { readonly ok: true; readonly baseUrl: BaseUrl }
  | { readonly ok: false; readonly message: string };

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

/**
 * Reads a base URL such as `https://example.com/version-test/api/1.1/wf`. https, or http on the
 * loopback interface only: the token would cross any other network in the clear. User names,
 * queries and fragments are refused.
 */
export function readBaseUrl(text: string): ReadBaseUrl {
  const parts = /^(https?):\/\/([^/?#\s\\]+)(\/[^?#\s\\]*)?$/i.exec(text.trim());
  const [, scheme = '', authority = '', path = ''] = parts ?? [];
  if (parts === null || authority.includes('@')) {
    return {
      ok: false,
      message:
        'The base URL is not complete. It looks like https://example.com/version-test/api/1.1/wf, without user name, query or fragment.',
    };
  }
  if (scheme.toLowerCase() === 'http' && !loopback.test(authority)) {
    return {
      ok: false,
      message: `The base URL uses http, which would show the company token to the network. Use https://${authority}${path}. http is for this machine only (localhost).`,
    };
  }
  const url = `${scheme.toLowerCase()}://${authority}${path.replace(/\/+$/, '')}`;
  return { ok: true, baseUrl: { url, isTest: path.split('/').includes('version-test') } };
}
