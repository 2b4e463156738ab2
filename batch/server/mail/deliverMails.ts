import type { Language } from '../contract/languages.js';
import type { Services } from '../services.js';
import { retryWhileUnavailable } from '../db/retry.js';
import type { Store } from '../db/store.js';
import { log } from '../log.js';
import { wordFault } from '../words/mailServer.js';
import { wordNotice } from '../words/mailText.js';
import { wordsIn } from '../words/wording.js';
import { readMailServer, type StoredMailServer } from './mailSettings.js';
import { mailNotice } from './queueMails.js';
import { MailError, type MailMessage, sendMail } from './smtp.js';

type MailServices = Pick<Services, 'store' | 'access' | 'now'>;

const minuteMs = 60_000;
/** One attempt to send an email takes less time than this. */
const leaseMs = 5 * minuteMs;
const maxPauseMs = 30 * minuteMs;
/** After this time, the counts in the email may be out of date. */
const giveUpMs = 24 * 60 * minuteMs;

interface WaitingMail {
  readonly id: string;
  readonly sheet: string;
  readonly notice: string;
  readonly created_at: string;
  readonly due_at: string;
  readonly failures: number;
  readonly email: string;
  readonly name: string;
  readonly language: Language | null;
}

/**
 * If the mail server accepts no emails now, all of them wait. An email is sent twice only if the answer of the mail
 * server is lost, or the email cannot be deleted after the answer. Both copies then have the same Message-ID.
 */
export async function deliverMails(services: MailServices, signal: AbortSignal): Promise<void> {
  const { store } = services;
  await deleteWithoutAddress(store);
  for (;;) {
    const server = await readMailServer(store);
    if (server === undefined || signal.aborted) return;
    const mail = await claimMail(services);
    if (mail === undefined) return;
    if (!(await deliver(services, { mail, server, signal }))) return;
  }
}

interface Delivery {
  readonly mail: WaitingMail;
  readonly server: StoredMailServer;
  readonly signal: AbortSignal;
}

/** Returns false if the other emails must wait, too. */
async function deliver(services: MailServices, delivery: Delivery): Promise<boolean> {
  const { mail, server, signal } = delivery;
  try {
    await sendMail(server, toMessage(mail, services), signal);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    // This process is stopping. The email stays due, so the next delivery sends it.
    if (signal.aborted) await setDue(services, mail, 0);
    else await handleFailure(services, delivery, error);
    return error.about === 'message';
  }
  await retryWhileUnavailable(() => deleteMail(services.store, mail));
  return true;
}

async function claimMail({ store, now }: MailServices): Promise<WaitingMail | undefined> {
  for (;;) {
    const at = toIso(now());
    const found = await store.db
      .selectFrom('mail')
      .innerJoin('member', 'member.id', 'mail.member')
      .select(['mail.id', 'sheet', 'notice', 'mail.created_at', 'due_at', 'failures'])
      .select(['member.email', 'member.name', 'member.language'])
      .where('due_at', '<=', at)
      .orderBy('mail.seq')
      .limit(1)
      .executeTakeFirst();
    if (found === undefined) return undefined;
    const { numUpdatedRows } = await store.db
      .updateTable('mail')
      .set({ due_at: toIso(now() + leaseMs) })
      .where('id', '=', found.id)
      .where('due_at', '=', found.due_at)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return found;
  }
}

function toMessage(
  { id, sheet, notice, email, language }: WaitingMail,
  { access }: MailServices,
): MailMessage {
  const { origin } = access.publicAddress;
  const links = {
    sheet: `${origin}/sheets/${encodeURIComponent(sheet)}`,
    notices: `${origin}/profile`,
  };
  const text = wordNotice(mailNotice.parse(JSON.parse(notice)), links, language ?? 'en');
  return { id, to: email, ...text };
}

/** Logs only the first and the last failed attempt. */
async function handleFailure(
  services: MailServices,
  { mail, server }: Delivery,
  { about, isFinal, fault }: MailError,
): Promise<void> {
  const { store, access, now } = services;
  const isOver = isFinal || now() - Date.parse(mail.created_at) > giveUpMs;
  const pauseMs = Math.min(2 ** mail.failures * minuteMs, maxPauseMs);
  if (isOver) await deleteMail(store, mail);
  else if (about === 'message') await setDue(services, mail, pauseMs);
  else await pauseAll(services, mail, pauseMs);
  if (!isOver && mail.failures > 0) return;
  const { host } = server;
  log.warn(
    { sheet: mail.sheet, host, reason: wordFault(fault, wordsIn('en').mailServer) },
    isOver ? 'An email was not sent, and will not be retried' : 'An email was not sent yet',
  );
  const action = { code: 'mailFailed', member: mail.name, host, fault, isOver } as const;
  await access.logByServer(action, mail.sheet);
}

async function pauseAll({ store, now }: MailServices, { id }: WaitingMail, pauseMs: number) {
  const due_at = toIso(now() + pauseMs);
  await store.db
    .updateTable('mail')
    .set({ due_at })
    .where((where) => where.or([where('due_at', '<', due_at), where('id', '=', id)]))
    .execute();
  await countFailure(store, id);
}

async function setDue(
  { store, now }: MailServices,
  { id }: WaitingMail,
  afterMs: number,
): Promise<void> {
  const due_at = toIso(now() + afterMs);
  await store.db.updateTable('mail').set({ due_at }).where('id', '=', id).execute();
  if (afterMs > 0) await countFailure(store, id);
}

async function countFailure({ db }: Store, id: string): Promise<void> {
  await db
    .updateTable('mail')
    .set(({ eb }) => ({ failures: eb('failures', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

async function deleteMail({ db }: Store, { id }: WaitingMail): Promise<void> {
  await db.deleteFrom('mail').where('id', '=', id).execute();
}

async function deleteWithoutAddress({ db }: Store): Promise<void> {
  await db
    .deleteFrom('mail')
    .where('member', 'not in', (query) =>
      query.selectFrom('member').select('id').where('left_at', 'is', null).where('email', '<>', ''),
    )
    .execute();
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
