import { useState } from 'preact/hooks';
import { keepDraft, readDraft } from '../app/drafts.js';
import { session } from '../app/session.js';
import type { Choice } from './matchChoice.js';

/** A choice that is not stored on the server yet. */
export interface MatchDraft {
  readonly choice: Choice;
  /** The choice on the server when the draft was begun, or when the member was last informed of a change. */
  readonly basis: Choice;
  /** Confirmed guesses are shown as matched columns. */
  readonly areGuessesConfirmed?: boolean;
}

export function useMatchDraft(
  sheet: string,
): [MatchDraft | undefined, (draft: MatchDraft | undefined) => void] {
  const [draft, setDraft] = useState(
    () => readDraft(getMemberId(), getDraftName(sheet)) as MatchDraft | undefined,
  );
  const keep = (next: MatchDraft | undefined) => {
    setDraft(next);
    keepDraft(getMemberId(), getDraftName(sheet), next);
  };
  return [draft, keep];
}

export function dropMatchDraft(sheet: string): void {
  keepDraft(getMemberId(), getDraftName(sheet), undefined);
}

function getMemberId(): string {
  return session.value?.member?.id ?? '';
}

function getDraftName(sheet: string): string {
  return `match ${sheet}`;
}
