import { type Selectable, sql } from 'kysely';
import { z } from 'zod/v4';
import { operations } from '../../../src/operations.js';
import { sheetCommands as commands } from '../../engine/sheetCommand.js';
import type { Language } from '../contract/languages.js';
import type { PersonAction } from '../contract/shapes.js';
import { getDatabaseTime } from '../db/dialect.js';
import { forManyRows, splitIntoBlocks } from '../db/manyRows.js';
import type { PersonActionTable } from '../db/schema.js';
import type { Store } from '../db/store.js';
import { wordsIn } from '../words/wording.js';

/** The status of an action that is being sent, or whose process ended while sending it. */
const sendingStatus = 'Sending';

/** The message is not stored, because it is in the language of each reader. */
const interruptedStatus = 'Interrupted';

/** The person was invited before, so the invitation was not sent. */
export const alreadyInvited = 'Already invited';

export const unconfirmedStatus = 'Unconfirmed';

/** The action may have been sent. */
const unknownStatuses: readonly string[] = [sendingStatus, interruptedStatus];
const invitedStatuses: readonly string[] = [commands.invite.successStatus, alreadyInvited];
const removedStatus: string = commands['remove-access'].successStatus;

/** A person does not read a longer list. */
const maxActions = 500;

export interface WaitingAction {
  readonly waitsFor: NonNullable<PersonAction['waitsFor']>;
  /** The key of the action's row in the journal. */
  readonly key: string;
  /** The values that were sent, by field. */
  readonly sent: Readonly<Record<string, string>>;
}

export async function addPersonActions(
  { db }: Store,
  actions: readonly Pick<PersonAction, 'id' | 'action' | 'person' | 'by' | 'at'>[],
): Promise<void> {
  for (const block of splitIntoBlocks(actions)) {
    await db
      .insertInto('person_action')
      .values(
        block.map(({ id, action, person, by, at }) => {
          return { id, action, person, status: sendingStatus, message: '', made_by: by, at };
        }),
      )
      .execute();
  }
}

export interface EndedAction extends Pick<PersonAction, 'id' | 'status' | 'message'> {
  readonly request: Readonly<Record<string, string>>;
  /** Undefined if the journal contains nothing about this person. */
  readonly key?: string | undefined;
  readonly waiting?: WaitingAction | undefined;
}

/** Keeps the name and email of a person who was invited, until the access is removed. */
export async function endPersonActions(store: Store, ended: readonly EndedAction[]): Promise<void> {
  await forManyRows(
    store,
    'person_action',
    ended.map(({ id, status, message, request, key, waiting }) => ({
      id,
      ...findPersonToKeep(status, request),
      status,
      message,
      waits_for: waiting?.waitsFor,
      key: waiting?.key ?? key,
      sent: waiting && JSON.stringify(waiting.sent),
    })),
    `UPDATE person_action SET name = incoming.name, email = incoming.email, status = incoming.status,
       message = incoming.message, waits_for = incoming.waits_for, key = incoming.key, sent = incoming.sent
     FROM incoming WHERE person_action.id = incoming.id`,
  );
  await forManyRows(
    store,
    'person_action',
    ended
      .filter(({ status }) => status === removedStatus)
      .map(({ request: { staff_id: staffId = '' } }) => ({ person: staffId.trim() })),
    `UPDATE person_action SET name = '', email = '' WHERE person IN (SELECT person FROM incoming)`,
  );
}

function findPersonToKeep(
  status: string,
  request: EndedAction['request'],
): { readonly name: string; readonly email: string } {
  if (!invitedStatuses.includes(status)) return { name: '', email: '' };
  const { first_name: first = '', last_name: last = '', email = '' } = request;
  return { name: `${first.trim()} ${last.trim()}`.trim(), email: email.trim() };
}

export async function findWaitingAction(
  { db }: Store,
  id: string,
): Promise<WaitingAction | undefined> {
  const found = await db
    .selectFrom('person_action')
    .select(['waits_for', 'key', 'sent'])
    .where('id', '=', id)
    .executeTakeFirst();
  return found && toWaiting(found);
}

/** Reads the latest invitation with this key that may have taken effect. */
export async function findInvitedPerson(
  { db }: Store,
  key: string,
): Promise<{ readonly staffId: string; readonly status: string } | undefined> {
  return db
    .selectFrom('person_action')
    .select(['person as staffId', 'status'])
    .where('key', '=', key)
    .where('action', '=', 'invite')
    .where('status', 'in', [...invitedStatuses, unconfirmedStatus])
    .orderBy('seq', 'desc')
    .executeTakeFirst();
}

/** Ends the actions, and deletes their stored requests. */
export async function endWaitingActions(
  { db }: Store,
  { waitsFor, key, sent }: WaitingAction,
  { status, message }: Pick<PersonAction, 'status' | 'message'>,
): Promise<void> {
  await db
    .updateTable('person_action')
    .set({
      ...findPersonToKeep(status, sent),
      status,
      message,
      waits_for: null,
      sent: null,
    })
    .where('key', '=', key)
    .where('waits_for', '=', waitsFor)
    .execute();
}

const textByField = z.record(z.string(), z.string());
const fields: Readonly<Record<string, { readonly label: string } | undefined>> =
  operations.create_pending_user.fields;

function toWaiting({
  waits_for: waitsFor,
  key,
  sent,
}: Pick<Selectable<PersonActionTable>, 'waits_for' | 'key' | 'sent'>): WaitingAction | undefined {
  if (waitsFor === null || key === null || sent === null) return undefined;
  return { waitsFor, key, sent: textByField.parse(JSON.parse(sent)) };
}

/** Changes only actions that are at least `ageMs` old. */
export async function interruptAll(
  store: Store,
  action: PersonAction['action'],
  ageMs: number,
): Promise<void> {
  await store.db
    .updateTable('person_action')
    .set({ status: interruptedStatus })
    .where('action', '=', action)
    .where('status', '=', sendingStatus)
    .where('stored_at', '<=', sql<number>`${getDatabaseTime(store)} - ${ageMs}`)
    .execute();
}

/** `language` is the reader's language. */
export async function listPersonActions(
  { db }: Store,
  language: Language,
): Promise<PersonAction[]> {
  const { interrupted } = wordsIn(language).typedRows;
  const found = await db
    .selectFrom('person_action')
    .selectAll()
    .orderBy('seq', 'desc')
    .limit(maxActions)
    .execute();
  return found.map((stored) => {
    const { id, action, person, name, email, status, message, made_by: by, at, ...rest } = stored;
    const waiting = toWaiting(rest);
    return {
      id,
      action,
      person,
      ...(name === '' ? {} : { name }),
      ...(email === '' ? {} : { email }),
      status,
      message: status === interruptedStatus ? interrupted : message,
      by,
      at,
      ...(waiting && describeWaiting(waiting)),
    };
  });
}

function describeWaiting({
  waitsFor,
  sent,
}: WaitingAction): Pick<PersonAction, 'waitsFor' | 'sent'> {
  return {
    waitsFor,
    sent: Object.entries(sent).map(([field, value]) => {
      return { field, label: fields[field]?.label ?? field, value };
    }),
  };
}

interface LatestAccess extends Pick<PersonAction, 'action'> {
  /** Empty if the name is unknown, or was deleted with the access. */
  readonly name: string;
}

/** Compares the order of insertion, not the times, because a clock may be set back. */
export async function readLatestAccess({ db }: Store): Promise<ReadonlyMap<string, LatestAccess>> {
  const found = await db
    .selectFrom('person_action')
    .select(['person', 'action', 'name'])
    .where('status', 'in', [...invitedStatuses, removedStatus])
    .orderBy('seq')
    .execute();
  return new Map(found.map(({ person, action, name }) => [person, { action, name }]));
}

/**
 * Reads the people whose access was removed before the action `id`. The value is true if an invitation followed the
 * removal and may have been sent. Because its email address is unknown, it counts for all these people.
 */
export async function readRemovedPeople(
  { db }: Store,
  id: string,
): Promise<ReadonlyMap<string, boolean>> {
  const found = await db
    .selectFrom('person_action')
    .select(['person', 'action', 'status'])
    .where('seq', '<', (query) =>
      query.selectFrom('person_action').select('seq').where('id', '=', id),
    )
    .where('status', 'in', [...invitedStatuses, removedStatus, ...unknownStatuses])
    .orderBy('seq')
    .execute();
  const removed = new Map<string, boolean>();
  for (const { person, action, status } of found) {
    if (status === removedStatus) removed.set(person, false);
    else if (invitedStatuses.includes(status)) removed.delete(person);
    else if (action === 'invite') for (const each of removed.keys()) removed.set(each, true);
  }
  return removed;
}
