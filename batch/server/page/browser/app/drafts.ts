// If the browser allows no storage, no drafts are kept.
import { dropStored, keepStored, readStored } from './storage.js';

export function readDraft(member: string, name: string): unknown {
  return readStored(getStorageKey(member, name));
}

export function keepDraft(member: string, name: string, draft: object | undefined): void {
  keepStored(getStorageKey(member, name), draft);
}

export function dropDrafts(member: string): void {
  dropStored(getStorageKey(member, ''));
}

function getStorageKey(member: string, name: string): string {
  return `${member} ${name}`;
}
