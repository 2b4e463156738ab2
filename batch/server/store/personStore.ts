import type { PersonAction } from '../api/shapes.js';
import type { Store } from './store.js';

/** An action is under way; a process that ended has not finished it. */
export const underWay = 'Sending';

/** More than anybody reads. */
const mostActions = 500;

/** Adds actions that are about to be sent. */
export function addPersonActions(
  { db }: Store,
  actions: readonly Omit<PersonAction, 'status' | 'said'>[],
): void {
  const add = db.prepare(`INSERT INTO person_action (id, action, person, status, said, made_by, at)
    VALUES (?, ?, ?, ?, '', ?, ?)`);
  for (const { id, action, person, by, at } of actions) {
    add.run(id, action, person, underWay, by, at);
  }
}

/** Notes what became of an action, and what is to be said of it. */
export function endPersonAction(
  { db }: Store,
  id: string,
  { status, said }: Pick<PersonAction, 'status' | 'said'>,
): void {
  db.prepare('UPDATE person_action SET status = ?, said = ? WHERE id = ?').run(status, said, id);
}

/** Notes the same of all actions that a process which ended has not finished. */
export function endAllUnderWay(
  { db }: Store,
  { status, said }: Pick<PersonAction, 'status' | 'said'>,
): void {
  db.prepare('UPDATE person_action SET status = ?, said = ? WHERE status = ?').run(
    ...[status, said, underWay],
  );
}

/** The latest actions, the newest first. */
export function personActions({ db }: Store): PersonAction[] {
  return db
    .prepare('SELECT * FROM person_action ORDER BY rowid DESC LIMIT ?')
    .all(mostActions)
    .map((found) => ({
      id: found.id as string,
      action: found.action as PersonAction['action'],
      person: found.person as string,
      status: found.status as string,
      said: found.said as string,
      by: found.made_by as string,
      at: found.at as string,
    }));
}

/**
 * True for a person whose access was removed here after their last invitation: in the order in which both were
 * done, whatever the clock said.
 */
export function wasRemoved({ db }: Store, staffId: string): boolean {
  const found = db
    .prepare(
      `SELECT action FROM person_action WHERE person = ? AND status IN ('Invited', 'Removed')
       ORDER BY rowid DESC LIMIT 1`,
    )
    .get(staffId);
  return found?.action === 'remove';
}
