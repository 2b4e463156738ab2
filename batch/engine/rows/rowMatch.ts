import type { IntakeRow } from '../intake/intakeRow.js';
import type { Message } from '../message.js';
import type { AssessmentHistory } from './assessmentHistory.js';
import { type Case, caseOf } from './case.js';
import { hasResults } from './shownStatus.js';

/** The case that a row belongs to, if any. */
export type RowMatch =
  | CaseMatch
  /**
   * The row belongs to the create of this key, which was sent for the same employee and never
   * answered; `typed` is the id that a person has found for it.
   */
  | { readonly kind: 'unconfirmed'; readonly key: string; readonly typed?: string }
  /**
   * The row belongs to none yet. `key` is not the row's own where another row's case began with the
   * same inputs; `sameAs` is that row while other inputs stand in it and nobody has said whose case
   * it is.
   */
  | { readonly kind: 'none'; readonly key: string; readonly sameAs?: number }
  /** A person must look at it; `ownKey` is its key if they say that it is a case of its own. */
  | { readonly kind: 'unclear'; readonly why: Message; readonly ownKey?: string };

/** The row that a case was assigned to. What is known of the case is looked up when it is asked for. */
export class CaseMatch {
  readonly kind = 'case';
  readonly row: IntakeRow;
  /**
   * The key of the row as a case of its own, where nothing but the employee leads to this one: its
   * latest assessment was never written to a sheet.
   */
  readonly ownKey: string | undefined;
  readonly #firstId: string;
  readonly #history: AssessmentHistory;

  constructor(history: AssessmentHistory, firstId: string, row: IntakeRow, ownKey?: string) {
    this.#history = history;
    this.#firstId = firstId;
    this.row = row;
    this.ownKey = ownKey;
  }

  get of(): Case {
    return caseOf(this.#history, this.#firstId, this.row);
  }
}

/**
 * Which row each case was assigned to, by the ID of its first assessment; or by an ID that is of no case and
 * that its row shows besides. No case has two rows.
 */
export class CaseOwners {
  readonly #rows = new Map<string, CaseMatch>();
  #reservesAll = false;

  has(firstId: string): boolean {
    return this.#rows.has(firstId);
  }

  get(firstId: string): CaseMatch | undefined {
    return this.#rows.get(firstId);
  }

  set(firstId: string, match: CaseMatch): void {
    this.#rows.set(firstId, match);
    if (this.#reservesAll || hasResults(match.row.previous)) this.#reserveTypedId(match);
  }

  /**
   * A row with a case may show an ID that is of no case, because a person has typed it: from now on no other
   * row can have it. Rows with results reserve theirs at once, and others only when this is called, so that
   * rows that show results of such an ID come first.
   */
  reserveTypedIds(): void {
    this.#reservesAll = true;
    for (const [firstId, match] of [...this.#rows]) {
      const { id = '' } = match.row.previous ?? {};
      if (id !== '' && id !== firstId) this.#reserveTypedId(match);
    }
  }

  #reserveTypedId(match: CaseMatch): void {
    const { typed } = match.of;
    if (typed !== undefined && !this.#rows.has(typed)) this.#rows.set(typed, match);
  }
}

/** For a row that shows the assessment of another one. */
export function inOtherRow({ previous }: IntakeRow, { number: row }: IntakeRow): RowMatch {
  const why = { code: 'assessmentInOtherRow', assessmentId: previous?.id ?? '', row } as const;
  return { kind: 'unclear', why };
}
