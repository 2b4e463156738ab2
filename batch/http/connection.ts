import { realpath, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { type BaseUrl, readBaseUrl } from '../../src/baseUrl.js';
import { Client } from '../../src/client.js';
import type { ClientListeners } from '../../src/clientEvents.js';
import type { Transport } from '../../src/transport.js';
import type { SettingsMessage } from './settingsMessages.js';
import { SettingsError } from './settingsError.js';
import { findProxy } from './proxy.js';
import { readTextFile } from './readTextFile.js';
import { systemTiming } from './timing.js';
import { HttpTransport, type HttpTransportOptions } from './transport.js';

export interface Connection {
  readonly baseUrl: BaseUrl;
  readonly token: string;
}

export interface ConnectionSettings {
  readonly baseUrl?: string | undefined;
  readonly tokenFile?: string | undefined;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly warn?: (message: SettingsMessage) => void;
}

/**
 * Reads `RWA_BASE_URL` and `RWA_TOKEN` if there is no option. There is no option for the token
 * itself, because other users of the machine can read command lines.
 */
export async function readConnection(settings: ConnectionSettings): Promise<Connection> {
  const { env = process.env } = settings;
  const baseUrl = settings.baseUrl ?? env.RWA_BASE_URL;
  if (baseUrl === undefined || baseUrl === '') {
    throw new SettingsError({ code: 'baseUrlMissing' });
  }
  const result = readBaseUrl(baseUrl);
  if (!result.ok) throw new SettingsError({ code: 'baseUrlUnusable', reason: result.message });
  const token =
    settings.tokenFile === undefined ? env.RWA_TOKEN : await readTokenFile(settings.tokenFile);
  if (settings.tokenFile !== undefined && (await isOpenToOthers(settings.tokenFile, env))) {
    settings.warn?.({ code: 'tokenFileOpenToOthers', file: settings.tokenFile });
  }
  return { baseUrl: result.baseUrl, token: checkToken(token, settings.tokenFile) };
}

export interface ConnectOptions
  extends Omit<HttpTransportOptions, 'token' | 'proxy'>, Pick<ClientListeners, 'onResponse'> {
  readonly wrapTransport?: (transport: Transport) => Transport;
}

/**
 * Uses the proxy from the environment. `poller` never retries a request. Close the transport when
 * the clients are no longer needed. Throws a SettingsError for an invalid proxy.
 */
export function connect(
  connection: Connection,
  { wrapTransport, onResponse, ...options }: ConnectOptions = {},
): { client: Client; poller: Client; transport: HttpTransport } {
  const transport = new HttpTransport({
    ...options,
    token: connection.token,
    proxy: findProxy(connection.baseUrl.url),
  });
  const ports = {
    baseUrl: connection.baseUrl,
    transport: wrapTransport?.(transport) ?? transport,
    timing: systemTiming,
    onResponse,
  };
  const [client, poller] = [new Client(ports), new Client({ ...ports, maxAttempts: 1 })];
  return { client, poller, transport };
}

async function readTokenFile(file: string): Promise<string> {
  return readTextFile(file).catch((error: unknown) => {
    if (looksLikeToken(file)) throw new SettingsError({ code: 'tokenFileIsToken' });
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new SettingsError({ code: 'tokenFileMissing', file });
    throw new SettingsError(
      code === 'EACCES' || code === 'EPERM'
        ? { code: 'tokenFileForbidden', file }
        : { code: 'tokenFileUnreadable', file, reason: message },
    );
  });
}

/**
 * Returns true for a path that must not be shown, because it may be the token: a token of the
 * sandbox, or at least 16 characters without a dot, slash or space.
 */
function looksLikeToken(path: string): boolean {
  return /^(?:[^./\\\s]{16,}|sandbox-token(?:-\d)?)$/.test(path);
}

/**
 * Returns false for a pipe, whose text can be read only once, and on Windows, where the mode does
 * not show the permissions.
 */
export async function isOpenToOthers(
  path: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<boolean> {
  if (process.platform === 'win32') return false;
  const stats = await stat(path);
  // systemd uses an ACL to grant access to a credential, which the mode shows as permissions of the
  // group.
  const othersMask = (await isCredential(path, env.CREDENTIALS_DIRECTORY)) ? 0o004 : 0o044;
  return stats.isFile() && (stats.mode & othersMask) !== 0;
}

/** Returns true for a file in systemd's credentials folder. */
async function isCredential(path: string, folder: string | undefined): Promise<boolean> {
  if (folder === undefined || folder === '') return false;
  return (await resolveRealPath(path)).startsWith((await resolveRealPath(folder)) + sep);
}

async function resolveRealPath(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}

function checkToken(token: string | undefined, file: string | undefined): string {
  const trimmed = token?.trim() ?? '';
  if (trimmed === '') {
    throw new SettingsError(
      file === undefined ? { code: 'tokenMissing' } : { code: 'tokenFileEmpty', file },
    );
  }
  // The message must not show the token.
  if (!isPlausibleToken(trimmed)) throw new SettingsError({ code: 'tokenMalformed', file });
  return trimmed;
}

/** The Authorization header allows only printable ASCII without spaces. */
export function isPlausibleToken(token: string): boolean {
  return /^[\x21-\x7E]+$/.test(token);
}
