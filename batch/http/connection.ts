import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type BaseUrl, readBaseUrl } from '../../src/baseUrl.js';
import { Client } from '../../src/client.js';
import type { ClientListeners } from '../../src/clientEvents.js';
import type { Transport } from '../../src/transport.js';
import { SettingsError } from './settingsError.js';
import { proxyFor } from './proxy.js';
import { systemTiming } from './timing.js';
import { HttpTransport, type HttpTransportOptions } from './transport.js';

/** Where the service is and how to authenticate. */
export interface Connection {
  readonly baseUrl: BaseUrl;
  readonly token: string;
}

export interface ConnectionSettings {
  readonly baseUrl?: string | undefined;
  readonly tokenFile?: string | undefined;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Hears in a sentence of what is not safe. */
  readonly warn?: (text: string) => void;
}

/**
 * The connection of the options, else of `RWA_BASE_URL` and `RWA_TOKEN`. A token is never taken
 * from the command line, where other users of the machine could read it.
 */
export async function readConnection(settings: ConnectionSettings): Promise<Connection> {
  const { env = process.env } = settings;
  const baseUrl = settings.baseUrl ?? env.RWA_BASE_URL;
  if (baseUrl === undefined || baseUrl === '') {
    throw new SettingsError(
      'No base URL. Set RWA_BASE_URL or use --base-url; to try without a service, use --sandbox.',
    );
  }
  const read = readBaseUrl(baseUrl);
  if (!read.ok) throw new SettingsError(read.message);
  const token =
    settings.tokenFile === undefined ? env.RWA_TOKEN : await readTokenFile(settings.tokenFile);
  if (settings.tokenFile !== undefined && (await isOpenToOthers(settings.tokenFile, env))) {
    settings.warn?.(
      `The token file ${settings.tokenFile} can be read by other users of this machine. Let only yourself read it: chmod 600, and a new token if it may have been read.`,
    );
  }
  return { baseUrl: read.baseUrl, token: checkedToken(token, settings.tokenFile) };
}

export interface ConnectOptions
  extends Omit<HttpTransportOptions, 'token' | 'proxy'>, Pick<ClientListeners, 'onResponse'> {
  /** What all requests go through, such as a limit of those that are under way. */
  readonly limited?: (transport: Transport) => Transport;
}

/**
 * A client over HTTP for a connection, and one that sends each request once, through the proxy of the
 * environment. Close the transport when it is no longer needed. Throws a SettingsError for a proxy that
 * cannot be used.
 */
export function connect(
  connection: Connection,
  { limited, onResponse, ...options }: ConnectOptions = {},
): { client: Client; looker: Client; transport: HttpTransport } {
  const transport = new HttpTransport({
    ...options,
    token: connection.token,
    proxy: proxyFor(connection.baseUrl.url),
  });
  const ports = {
    baseUrl: connection.baseUrl,
    transport: limited?.(transport) ?? transport,
    timing: systemTiming,
    onResponse,
  };
  const [client, looker] = [new Client(ports), new Client({ ...ports, maxAttempts: 1 })];
  return { client, looker, transport };
}

async function readTokenFile(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (isLikeToken(path)) {
      throw new SettingsError(
        'There is no token file of the name that --token-file gives. Give the name of a file with the token in it, never the token itself.',
      );
    }
    throw new SettingsError(
      (error as NodeJS.ErrnoException).code === 'ENOENT'
        ? `There is no token file ${path}.`
        : `The token file ${path} cannot be read: ${(error as Error).message}`,
    );
  });
}

/** What may be the token itself must not be repeated: no folder, no ending, and long. */
function isLikeToken(path: string): boolean {
  return /^[^./\\\s]{16,}$/.test(path);
}

/** Of a pipe and the like nobody else reads; Windows keeps its permissions elsewhere. */
async function isOpenToOthers(
  path: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  // systemd shows the one account that it lets read a credential as a group.
  const isCredential = dirname(resolve(path)) === env.CREDENTIALS_DIRECTORY;
  if (process.platform === 'win32' || isCredential) return false;
  const stats = await stat(path);
  return stats.isFile() && (stats.mode & 0o044) !== 0;
}

function checkedToken(token: string | undefined, file: string | undefined): string {
  const source = file === undefined ? 'RWA_TOKEN' : `The token file ${file}`;
  const trimmed = token?.trim() ?? '';
  if (trimmed === '') {
    throw new SettingsError(
      file === undefined
        ? 'No company token. Set RWA_TOKEN or use --token-file.'
        : `${source} is empty. Put the company token into it, and nothing else.`,
    );
  }
  // Anything else cannot stand in a header. The message must not repeat the token.
  if (!/^[\x21-\x7E]+$/.test(trimmed)) {
    throw new SettingsError(`${source} holds more than one token, or characters no token has.`);
  }
  return trimmed;
}
