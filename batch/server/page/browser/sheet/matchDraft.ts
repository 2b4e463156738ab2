import { useState } from 'preact/hooks';
import { keepDraft, readDraft } from '../app/drafts.js';
import { session } from '../app/session.js';
import type { Choice } from './matchChoice.js';

/** A choice under Match that is not stored on the server yet. */
export interface MatchDraft {
  readonly choice: Choice;
  /**
   * The choice on the server when the draft was begun, or when the member was last informed that the choice had
   * changed.
   */
  readonly basis: Choice;
  /** True if the member has confirmed all guesses, which are then shown as matched columns. */
  readonly areGuessesConfirmed?: boolean;
}

/**
 * Returns the draft for a sheet, and a function that replaces the draft. Called with undefined, the function deletes
 * the draft.
 */
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
