import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Log } from '../api/shapes.js';
import { LogStore } from '../store/logStore.js';
import type { StoredMember } from '../store/memberStore.js';
import type { Store } from '../store/store.js';
import type { Access } from './access.js';
import { bearerOf } from './bearer.js';
import type { Caller } from './caller.js';
import { Links } from './links.js';
import { Members } from './members.js';
import { OpenId } from './openId.js';
import type { OpenIdSettings } from './openIdSettings.js';
import type { Reach } from './reach.js';
import { rightsOf } from './roleRights.js';
import { SafeCookie } from './safeCookie.js';
import { SESSION_MS, Sessions } from './sessions.js';
import { SignIn } from './signIn.js';
import { TOKEN_PREFIX, Tokens } from './tokens.js';

const LOG_PAGE = 100;

/** The access to a server that is reached like this, over its store. */
export function openAccess(
  store: Pick<Store, 'db' | 'dialect'>,
  now: () => number,
  reach: Reach,
  openIdSettings?: OpenIdSettings,
): Access {
  const sessions = new Sessions(store, now);
  const members = new Members(store, sessions, now);
  const links = new Links(store, members, () => reach.isLoopback, now);
  const tokens = new Tokens(store, now);
  const signIn = new SignIn(store, members, links, now);
  const cookie = new SafeCookie('rwa-session', () => reach.isSecure);
  const logStore = new LogStore(store);

  const callerOf = (request: Request): Caller | undefined => {
    const bearer = bearerOf(request);
    if (bearer !== undefined) return callerOfToken(bearer, tokens, members);
    const secret = cookie.read(request);
    const session = secret === undefined ? undefined : sessions.find(secret);
    const member = session && members.find(session.member);
    if (session === undefined || member === undefined) return undefined;
    if (session.seen) members.seen(member.id);
    return callerOfMember(member, session.id);
  };

  return {
    ...{ members, links, tokens, sessions, signIn, reach, callerOf },
    openId: openIdSettings && new OpenId(openIdSettings, reach),
    log: (who, action, sheet) => {
      logStore.add(new Date(now()).toISOString(), who, action, sheet);
    },
    nameOf: (id) => members.nameOf(id) ?? id,
    logPage: (after) => logPage(logStore, members, after),
    addressOf: (context) => reach.addressOf(context.req.header('X-Forwarded-For'), peerOf(context)),
    begin: (context, memberId, lastsMs = SESSION_MS) => {
      const earlier = cookie.read(context.req.raw);
      const earlierSession = earlier === undefined ? undefined : sessions.find(earlier);
      if (earlierSession !== undefined) sessions.end(earlierSession.id);
      const secret = sessions.begin(memberId, lastsMs);
      cookie.set(context, secret, lastsMs / 1000);
      members.seen(memberId);
      return callerOfMember(members.get(memberId), sessions.find(secret)?.id);
    },
    end: (context) => {
      const secret = cookie.read(context.req.raw);
      const session = secret === undefined ? undefined : sessions.find(secret);
      if (session !== undefined) sessions.end(session.id);
      cookie.clear(context);
    },
  };
}

function callerOfMember(member: StoredMember, sessionId: string | undefined): Caller {
  return { memberId: member.id, name: member.name, rights: rightsOf(member.role), sessionId };
}

/** What both the token's role and its member's role of today allow. */
function callerOfToken(secret: string, tokens: Tokens, members: Members): Caller | undefined {
  const token = secret.startsWith(TOKEN_PREFIX) ? tokens.find(secret) : undefined;
  const member = token && members.find(token.member);
  if (token === undefined || member === undefined) return undefined;
  return {
    ...{ memberId: member.id, name: `${member.name} (token ${token.name})` },
    rights: new Set([...rightsOf(token.role)].filter((right) => rightsOf(member.role).has(right))),
  };
}

function logPage(store: LogStore, members: Members, after: string | undefined): Log {
  const found = store.before(Number(after ?? Number.MAX_SAFE_INTEGER), LOG_PAGE + 1);
  const entries = found.slice(0, LOG_PAGE).map(({ id, at, who, action, sheet, sheetName }) => ({
    ...{ id, at, who: members.nameOf(who) ?? who, action },
    ...(sheet === null || sheetName === null ? {} : { sheet: { id: sheet, name: sheetName } }),
  }));
  const last = found.length > LOG_PAGE ? entries.at(-1) : undefined;
  return { entries, next: last === undefined ? null : String(last.id) };
}

// Requests of tests have no connection.
function peerOf(context: Context): string | undefined {
  return (context.env as { incoming?: unknown } | undefined)?.incoming === undefined
    ? undefined
    : getConnInfo(context).remote.address;
}
