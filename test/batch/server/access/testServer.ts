import { onTestFinished } from 'vitest';
import type { Access } from '../../../../batch/server/access/access.js';
import { readCookieNameSuffix } from '../../../../batch/server/access/safeCookie.js';
import { openAccess } from '../../../../batch/server/access/openAccess.js';
import type { OpenIdSettings } from '../../../../batch/server/access/openIdSettings.js';
import {
  createLoopbackAddress,
  type PublicAddress,
} from '../../../../batch/server/access/publicAddress.js';
import type { Services } from '../../../../batch/server/services.js';
import type { Role } from '../../../../batch/server/contract/shapes.js';
import { createApp } from '../../../../batch/server/http/app.js';
import { Readiness } from '../../../../batch/server/cluster/readiness.js';
import { createSheetFiles } from '../../../../batch/server/sheets/files/sheetFiles.js';
import { Changes } from '../../../../batch/server/changes.js';
import type { Store } from '../../../../batch/server/db/store.js';
import { prepareFolder } from '../../../../batch/server/db/dataFolder.js';
import { testFolder } from '../../testFolder.js';
import { openTestStore } from '../openTestStore.js';

/** A password that is long enough. */
export const PASSWORD = 'correct horse battery';

/** The app on a database, without an engine, for tests of access and of routes that need no engine. */
export interface TestServer {
  readonly access: Access;
  readonly store: Store;
  readonly db: Store['db'];
  /** The time of the server; a test may set it. */
  readonly clock: { nowMs: number };
  /** Sends a request; `cookie` and `token` identify the caller. */
  readonly ask: (method: string, path: string, options?: RequestOptions) => Promise<Response>;
  /** Adds a member, and signs them in. */
  readonly member: (role: Role, name?: string) => Promise<{ id: string; cookie: string }>;
  /** Begins another session of a member, and returns its cookie. */
  readonly beginSession: (memberId: string) => Promise<string>;
}

interface RequestOptions {
  readonly cookie?: string | undefined;
  readonly token?: string;
  readonly body?: unknown;
  /** A header with an empty value is not sent. */
  readonly headers?: Record<string, string>;
}

/** Starts the app. Apps with the same folder share a database, each with its own connections. */
export async function testServer(
  publicAddress: PublicAddress = createLoopbackAddress('127.0.0.1')(4020),
  openId?: OpenIdSettings,
  folder = testFolder(),
): Promise<TestServer> {
  const clock = { nowMs: Date.parse('2026-12-01T08:00:00Z') };
  const now = () => clock.nowMs;
  prepareFolder(folder);
  const store = await openTestStore(folder);
  onTestFinished(() => store.close());
  const { db } = store;
  const access = await openAccess(store, now, publicAddress, openId);
  const services = {
    store,
    access,
    changes: new Changes(),
    now,
    files: createSheetFiles(store),
    service: { name: 'the embedded sandbox', isSandbox: true, isTest: true },
  };
  const app = createApp(services as unknown as Services, new Readiness());
  const ask = async (method: string, path: string, options: RequestOptions = {}) =>
    app.request(`${publicAddress.origin}${path}`, {
      method,
      headers: omitEmpty({
        Host: new URL(publicAddress.origin).host,
        Origin: publicAddress.origin,
        ...(options.cookie === undefined ? {} : { Cookie: options.cookie }),
        ...(options.token === undefined ? {} : { Authorization: `Bearer ${options.token}` }),
        ...options.headers,
      }),
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    });
  const member = async (role: Role, name: string = role) => {
    const { code } = await access.links.invite('', name, role);
    const body = { code, email: `${name}@example.com`, password: PASSWORD };
    const answer = await ask('POST', '/api/links', { body });
    const { member: signedIn } = (await answer.json()) as { member: { id: string } };
    return { id: signedIn.id, cookie: readCookie(answer) };
  };
  const suffix = await readCookieNameSuffix(store);
  const beginSession = async (id: string) =>
    `rwa-session-${suffix}=${await access.sessions.begin(id)}`;
  return { access, store, db, clock, ask, member, beginSession };
}

/** Returns the cookie that an answer sets, as a browser sends it back. */
export function readCookie(answer: Response): string {
  const [cookie = ''] = (answer.headers.getSetCookie()[0] ?? '').split(';');
  return cookie;
}

function omitEmpty(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
}
