import { z } from 'zod/v4';
import { operations } from '../../../src/operations.js';
import type { PersonAction } from '../api/shapes.js';
import { wordsOf } from './dialects.js';
import { runMany } from './many.js';
import type { Store } from './store.js';

/** An action is under way; a process that ended has not finished it. */
export const underWay = 'Sending';

/** More than anybody reads. */
const mostActions = 500;

/** An action that waits for somebody to say what became of it. */
export interface WaitingAction {
  readonly waitsFor: NonNullable<PersonAction['waitsFor']>;
  /** The row in the journal of its kind. */
  readonly key: string;
  /** What was sent, by field. */
  readonly sent: Readonly<Record<string, string>>;
}

/** Adds actions that are about to be sent. */
export function addPersonActions(
  { db }: Store,
  actions: readonly Pick<PersonAction, 'id' | 'action' | 'person' | 'by' | 'at'>[],
): void {
  runMany(
    db,
    `INSERT INTO person_action (id, action, person, status, said, made_by, at)
     VALUES (?, ?, ?, ?, '', ?, ?)`,
    actions.map(({ id, action, person, by, at }) => [id, action, person, underWay, by, at]),
  );
}

/** Notes what became of an action, what is to be said of it, and for what it waits. */
export function endPersonAction(
  { db }: Store,
  id: string,
  { status, said }: Pick<PersonAction, 'status' | 'said'>,
  waiting?: WaitingAction,
): void {
  db.prepare(
    'UPDATE person_action SET status = ?, said = ?, waits_for = ?, key = ?, sent = ? WHERE id = ?',
  ).run(
    ...[status, said, waiting?.waitsFor ?? null, waiting?.key ?? null],
    ...[waiting === undefined ? null : JSON.stringify(waiting.sent), id],
  );
}

/** For what an action waits; undefined for one that waits for nothing. */
export function waitingAction({ db }: Store, id: string): WaitingAction | undefined {
  const found = db
    .prepare(
      'SELECT waits_for, key, sent FROM person_action WHERE id = ? AND waits_for IS NOT NULL',
    )
    .get(id);
  if (found === undefined) return undefined;
  return {
    waitsFor: found.waits_for as WaitingAction['waitsFor'],
    key: found.key as string,
    sent: sentOf(found.sent),
  };
}

/** Notes what became of all actions that wait for the same; what was sent of them is deleted. */
export function endWaitingActions(
  { db }: Store,
  { waitsFor, key }: WaitingAction,
  { status, said }: Pick<PersonAction, 'status' | 'said'>,
): void {
  db.prepare(
    `UPDATE person_action SET status = ?, said = ?, waits_for = NULL, key = NULL, sent = NULL
     WHERE key = ? AND waits_for = ?`,
  ).run(...[status, said, key, waitsFor]);
}

const byField = z.record(z.string(), z.string());
const fields: Readonly<Record<string, { readonly label: string } | undefined>> =
  operations.create_pending_user.fields;

function sentOf(sent: unknown): Record<string, string> {
  return byField.parse(JSON.parse(sent as string));
}

/** Notes the same of all actions that a process which ended has not finished: those begun before `before`. */
export function endAllUnderWay(
  { db }: Store,
  { status, said }: Pick<PersonAction, 'status' | 'said'>,
  before = '9',
): void {
  db.prepare('UPDATE person_action SET status = ?, said = ? WHERE status = ? AND at < ?').run(
    ...[status, said, underWay, before],
  );
}

/** The latest actions, the newest first. */
export function personActions(store: Store): PersonAction[] {
  return store.db
    .prepare(`SELECT * FROM person_action ORDER BY ${wordsOf(store).added} DESC LIMIT ?`)
    .all(mostActions)
    .map((found) => ({
      id: found.id as string,
      action: found.action as PersonAction['action'],
      person: found.person as string,
      status: found.status as string,
      said: found.said as string,
      by: found.made_by as string,
      at: found.at as string,
      ...(found.waits_for === null ? {} : waitingIn(found)),
    }));
}

function waitingIn(found: Record<string, unknown>): Pick<PersonAction, 'waitsFor' | 'sent'> {
  return {
    waitsFor: found.waits_for as WaitingAction['waitsFor'],
    sent: Object.entries(sentOf(found.sent)).map(([field, value]) => {
      return { label: fields[field]?.label ?? field, value };
    }),
  };
}

/**
 * True for a person whose access was removed here after their last invitation: in the order in which both were
 * done, whatever the clock said.
 */
export function wasRemoved(store: Store, staffId: string): boolean {
  const found = store.db
    .prepare(
      `SELECT action FROM person_action WHERE person = ? AND status IN ('Invited', 'Removed')
       ORDER BY ${wordsOf(store).added} DESC LIMIT 1`,
    )
    .get(staffId);
  return found?.action === 'remove';
}
