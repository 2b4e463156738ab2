import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Language } from '../contract/languages.js';
import type { Log } from '../contract/shapes.js';
import { isUniqueViolation } from '../db/errors.js';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import { wordAction } from '../words/log.js';
import { wordsIn } from '../words/wording.js';
import { LogStore } from './logStore.js';
import type { Access } from './access.js';
import { Accounts, createNotSignedInError } from './accounts.js';
import { readBearerToken, type Credential, readBrowserLanguage } from './caller.js';
import { OpenId } from './openId.js';
import type { OpenIdSettings } from './openIdSettings.js';
import type { PublicAddress } from './publicAddress.js';
import { readCookieNameSuffix, SafeCookie } from './safeCookie.js';
import { hashSecret } from './secrets.js';
import { SESSION_MS } from './sessions.js';
import { SignIn } from './signIn.js';
import { TOKEN_PREFIX } from './tokens.js';

const LOG_PAGE_SIZE = 100;

export async function openAccess(
  store: Store,
  now: () => number,
  publicAddress: PublicAddress,
  openIdSettings?: OpenIdSettings,
): Promise<Access> {
  const nameSuffix = await readCookieNameSuffix(store);
  const createAccounts = (tx: Store) => new Accounts(tx, publicAddress.isLoopback, now);
  const accounts = createAccounts(store);
  const { members, links, tokens, sessions } = accounts;
  const cookie = new SafeCookie(`rwa-session-${nameSuffix}`, () => publicAddress.isSecure);
  const logStore = new LogStore(store);

  const readCredential = (request: Request): Credential => {
    const bearer = readBearerToken(request);
    if (bearer !== undefined) {
      return bearer.startsWith(TOKEN_PREFIX) ? { tokenHash: hashSecret(bearer) } : {};
    }
    const secret = cookie.read(request);
    return secret === undefined ? {} : { sessionId: hashSecret(secret) };
  };
  const runInTransaction: Access['inTransaction'] = (work) =>
    retryAfterConflict(() => inTransaction(store, (tx) => work(createAccounts(tx), tx)));
  const findNames: Access['findNames'] = async (ids) => {
    const names = await members.findNames(ids);
    return (id) => names.get(id) ?? id;
  };

  return {
    members,
    links,
    tokens,
    sessions,
    publicAddress,
    findNames,
    signIn: new SignIn(store, accounts, now),
    openId: openIdSettings && new OpenId(openIdSettings, publicAddress, nameSuffix),
    log: (who, action, sheet) => accounts.log(who, action, sheet),
    logByServer: (action, sheet) => accounts.logByServer(action, sheet),
    findCaller: (request) => accounts.findCaller(readCredential(request), { isUse: true }),
    findName: async (id) => (await findNames([id]))(id),
    logPage: (after, language) => readLogPage(logStore, { after, language, findNames }),
    clientAddress: (context) =>
      publicAddress.clientAddress(context.req.header('X-Forwarded-For'), readPeerAddress(context)),
    inTransaction: runInTransaction,
    change: (caller, right, work) =>
      runInTransaction(async (inside, tx) => {
        await inside.assertStillAllowed(caller, right);
        return work(inside, tx);
      }),
    begin: async (context, identify, action, lastsMs = SESSION_MS) => {
      const earlierSecret = cookie.read(context.req.raw);
      await sessions.endExpired();
      const { secret, caller } = await runInTransaction(async (inside) => {
        const member = await identify(inside);
        if (earlierSecret !== undefined) await inside.sessions.end(hashSecret(earlierSecret));
        const newSecret = await inside.sessions.begin(member, lastsMs);
        await inside.members.setFirstLanguage(member, readBrowserLanguage(context.req.raw));
        await inside.log(member, action);
        return {
          secret: newSecret,
          caller: await inside.findCaller({ sessionId: hashSecret(newSecret) }),
        };
      });
      if (caller === undefined) throw createNotSignedInError();
      cookie.set(context, secret, lastsMs / 1000);
      return caller;
    },
    end: async (context) => {
      const secret = cookie.read(context.req.raw);
      if (secret !== undefined) await sessions.end(hashSecret(secret));
      cookie.clear(context);
    },
  };
}

/**
 * Two simultaneous transactions may both find that an email or a subject is not in use. The second transaction fails,
 * and its retry finds the row of the first.
 */
async function retryAfterConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return work();
  }
}

async function readLogPage(
  store: LogStore,
  {
    after,
    language,
    findNames,
  }: {
    readonly after: number | undefined;
    readonly language: Language;
    readonly findNames: Access['findNames'];
  },
): Promise<Log> {
  const { log: words } = wordsIn(language);
  const found = await store.listBefore(after ?? Number.MAX_SAFE_INTEGER, LOG_PAGE_SIZE + 1);
  const page = found.slice(0, LOG_PAGE_SIZE);
  const findName = await findNames(page.flatMap(({ who }) => who ?? []));
  const entries = page.map(({ id, at, who, action, sheet, sheetName }) => ({
    id,
    at,
    who: who === null ? words.server : findName(who),
    action: wordAction(action, words),
    ...(sheet === null || sheetName === null ? {} : { sheet: { id: sheet, name: sheetName } }),
  }));
  const last = found.length > LOG_PAGE_SIZE ? entries.at(-1) : undefined;
  return { entries, next: last === undefined ? null : String(last.id) };
}

/** Returns undefined for a request without a connection, as in tests. */
function readPeerAddress(context: Context): string | undefined {
  return (context.env as { incoming?: unknown } | undefined)?.incoming === undefined
    ? undefined
    : getConnInfo(context).remote.address;
}
