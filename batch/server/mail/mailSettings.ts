import { isIPv6 } from 'node:net';
import { isLoopback } from '../../../src/baseUrl.js';
import { type MailServer, type MailServerChange, mailServerChange } from '../contract/shapes.js';
import type { Store } from '../db/store.js';
import { RefusalError } from '../refusalError.js';
import type { RefusalWording } from '../words/language/language.js';
import { readNamedSetting, setNamedSetting } from '../settings/settingStore.js';
import { toEmail } from './toEmail.js';

/** `user` is empty for a server without sign-in. */
export type StoredMailServer = Readonly<Required<MailServerChange>>;

const settingName = 'mail';
const storedSettings = mailServerChange.required().nullable();

export async function readMailServer(
  store: Pick<Store, 'db'>,
): Promise<StoredMailServer | undefined> {
  const found = storedSettings.parse((await readNamedSetting(store, settingName)) ?? null);
  return found ?? undefined;
}

export async function storeMailServer(
  store: Store,
  server: StoredMailServer | null,
  at: string,
): Promise<void> {
  await setNamedSetting(store, settingName, server);
  if (server === null) await store.db.deleteFrom('mail').execute();
  else await store.db.updateTable('mail').set({ due_at: at }).execute();
}

export function hidePassword({ password, ...shown }: StoredMailServer): MailServer {
  return { ...shown, hasPassword: password !== '' };
}

/**
 * The stored password is used only for the same host, port, encryption and user: otherwise, it could be sent to a
 * server that reveals it.
 */
export function checkMailServer(
  change: MailServerChange,
  storedServer: StoredMailServer | undefined,
): StoredMailServer {
  const { port, security } = change;
  const host = change.host.trim();
  const user = change.user.trim();
  if (!isHost(host)) {
    throw createSettingError((t) => t(($) => $.settings.mail.host), 'host');
  }
  if (security === 'none' && !isOnThisMachine(host)) {
    throw createSettingError((t) => t(($) => $.settings.mail.notEncrypted), 'security');
  }
  const sender = toEmail(change.sender);
  if (sender === undefined || sender === '') {
    throw createSettingError((t) => t(($) => $.settings.mail.sender), 'sender');
  }
  const checked = { host, port, security, user, sender };
  return { ...checked, password: choosePassword({ ...change, ...checked }, storedServer) };
}

function choosePassword(
  change: MailServerChange,
  storedServer: StoredMailServer | undefined,
): StoredMailServer['password'] {
  const { user, password = '' } = change;
  if (user === '') {
    if (password === '') return '';
    throw createSettingError((t) => t(($) => $.settings.mail.noUser), 'user');
  }
  if (password !== '') return password;
  const fieldsOfPassword = ['host', 'port', 'security', 'user'] as const;
  if (
    storedServer !== undefined &&
    fieldsOfPassword.every((name) => change[name] === storedServer[name])
  ) {
    return storedServer.password;
  }
  const isNew = storedServer === undefined || storedServer.password === '';
  throw createSettingError(
    (t) => t(($) => (isNew ? $.settings.mail.noPassword : $.settings.mail.passwordAgain)),
    'password',
  );
}

/** A host name may contain letters of any script. */
function isHost(host: string): boolean {
  return isIPv6(host) || (/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(host) && !host.includes('..'));
}

function isOnThisMachine(host: string): boolean {
  return isLoopback(isIPv6(host) ? `[${host}]` : host);
}

function createSettingError(wording: RefusalWording, field: keyof MailServerChange): RefusalError {
  return new RefusalError('invalid', wording, { field });
}
