import { dropStored, keepStored, readStored } from './storage.js';

/** Drafts of members, which stay in this browser. A browser that stores nothing keeps none. */

/** Returns the draft of a member with this name; undefined if there is none. */
export function readDraft(member: string, name: string): unknown {
  return readStored(storageKey(member, name));
}

/** Keeps a draft in place of an earlier one with this name; without a draft, drops that. */
export function keepDraft(member: string, name: string, draft: object | undefined): void {
  keepStored(storageKey(member, name), draft);
}

/** Drops all drafts of a member. */
export function dropDrafts(member: string): void {
  dropStored(storageKey(member, ''));
}

function storageKey(member: string, name: string): string {
  return `${member} ${name}`;
}
