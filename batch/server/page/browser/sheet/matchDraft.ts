import { useState } from 'preact/hooks';
import { keepDraft, readDraft } from '../app/drafts.js';
import { session } from '../app/session.js';
import type { Choice } from './matchChoice.js';

/** Choices under Match that are not used yet. */
export interface MatchDraft {
  readonly choice: Choice;
  /** How the sheet was matched when the draft was begun. */
  readonly basis: Choice;
}

/** Returns the draft for a sheet, and a function that keeps another one, or drops it. */
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

/** Drops the draft for a sheet that is gone. */
export function dropMatchDraft(sheet: string): void {
  keepDraft(memberId(), draftName(sheet), undefined);
}

function memberId(): string {
  return session.value?.member?.id ?? '';
}

function draftName(sheet: string): string {
  return `match ${sheet}`;
}
