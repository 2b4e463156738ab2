import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import {
  type PublicAddress,
  createProxiedAddress,
  createTlsAddress,
  createLoopbackAddress,
} from './access/publicAddress.js';
import { readOptionFile } from './optionFile.js';
import { ServeError } from './serveError.js';

export interface AddressOptions {
  readonly host: string;
  /** The file with the certificate and its chain. */
  readonly tlsCert?: string | undefined;
  readonly tlsKey?: string | undefined;
  /** The https proxy in front of this server: `https://rwa.example.com`. */
  readonly behind?: string | undefined;
}

export interface Address {
  readonly host: string;
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** `port` is the port on which the server listens, even if the system chose it. */
  publicAddress(port: number): PublicAddress;
}

/** Refuses an address that other machines can reach without https. */
export async function readAddress({
  host,
  tlsCert,
  tlsKey,
  behind,
}: AddressOptions): Promise<Address> {
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw new ServeError('Give both --tls-cert and --tls-key, or neither.');
  }
  if (behind !== undefined) {
    if (tlsCert !== undefined) {
      throw new ServeError('Give either --behind or --tls-cert: the proxy has the certificate.');
    }
    const origin = readOrigin(behind);
    return { host, publicAddress: () => createProxiedAddress(origin) };
  }
  if (tlsCert !== undefined && tlsKey !== undefined) {
    const tls = {
      cert: await readOptionFile(tlsCert, 'certificate'),
      key: await readOptionFile(tlsKey, 'key'),
    };
    const certificate = readCertificate(tls, tlsCert);
    return { host, tls, publicAddress: (port) => createTlsAddress(certificate, host, port) };
  }
  if (!isLoopback(host)) {
    throw new ServeError(
      `Others could read everything on the way to ${host}. Add --tls-cert and --tls-key, or --behind https://… for a proxy that has https; or leave out --host, and only this machine reaches it.`,
    );
  }
  // The name localhost may resolve to IPv6 here and to IPv4 in the browser.
  return {
    host: host === 'localhost' ? '127.0.0.1' : host,
    publicAddress: createLoopbackAddress(host),
  };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function readOrigin(behind: string): string {
  const url = URL.parse(behind);
  if (url?.protocol !== 'https:' || url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new ServeError(
      `--behind ${behind} is not the address of a proxy. Use an address such as https://rwa.example.com, without a path.`,
    );
  }
  return url.origin;
}

function readCertificate({ cert }: { cert: string }, file: string): X509Certificate {
  let certificate;
  try {
    certificate = new X509Certificate(cert);
  } catch (error) {
    throw new ServeError(`${file} has no certificate in the PEM format.`, { cause: error });
  }
  if (certificate.validToDate.getTime() < Date.now()) {
    throw new ServeError(`The certificate ${file} expired on ${certificate.validTo}. Renew it.`);
  }
  return certificate;
}
