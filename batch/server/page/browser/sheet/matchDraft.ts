import { useState } from 'preact/hooks';
import { keepDraft, readDraft } from '../app/drafts.js';
import { session } from '../app/session.js';
import type { Choice } from './matchChoice.js';

/** A choice under Match that was not sent to the server yet. */
export interface MatchDraft {
  readonly choice: Choice;
  /** The choice on the server when the draft was begun. */
  readonly basis: Choice;
}

/** Returns the draft for a sheet, and a function that replaces it, or deletes it for `undefined`. */
export function useMatchDraft(
  sheet: string,
): [MatchDraft | undefined, (draft: MatchDraft | undefined) => void] {
  const [draft, setDraft] = useState(
    () => readDraft(memberId(), draftName(sheet)) as MatchDraft | undefined,
  );
  const keep = (next: MatchDraft | undefined) => {
    setDraft(next);
    keepDraft(memberId(), draftName(sheet), next);
  };
  return [draft, keep];
}

/** Deletes the draft for a deleted sheet. */
export function dropMatchDraft(sheet: string): void {
  keepDraft(memberId(), draftName(sheet), undefined);
}

function memberId(): string {
  return session.value?.member?.id ?? '';
}

function draftName(sheet: string): string {
  return `match ${sheet}`;
}
