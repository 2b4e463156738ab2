import type { IntakeRow } from '../intake/intakeRow.js';
import { requestOfKey } from '../intake/rowKey.js';
import type { RowState } from '../journal/rowState.js';
import { isUnconfirmed } from '../journal/settle.js';
import type { AssessmentHistory } from './assessmentHistory.js';
import { hasResults, says, saysNothingElse } from './shownStatus.js';
import type { CaseOwners } from './rowMatch.js';

/** What leads a row to a case, the strongest evidence first. */
export const evidence = [
  /** The inputs, and the ID of its latest assessment. */
  'latest',
  /** The inputs, and the ID of an earlier assessment. */
  'both',
  /** An ID that the journal knows. */
  'id',
  /** The inputs, in a row that shows more than that it was not sent. */
  'inputs',
  /** The inputs of a row that shows nothing. */
  'onlyInputs',
  /** An ID that the journal does not know, beside results. */
  'unknownId',
  /** An ID that the journal does not know, and nothing else: somebody has typed it. */
  'typedId',
  /** An ID that the journal does not know, in a row with the status Invalid. */
  'doubtfulId',
] as const;

/** The case that a row claims, by its first ID, and what leads to it. */
export interface Claim {
  readonly firstId: string;
  readonly by: (typeof evidence)[number];
}

/** What each row claims, by its ID, its key and its inputs. Which row is given the case is another matter. */
export class CaseClaims {
  readonly #rows: readonly IntakeRow[];
  readonly #states: ReadonlyMap<string, RowState>;
  readonly #history: AssessmentHistory;
  readonly #owners: CaseOwners;
  #shownIds: ReadonlySet<string | undefined> | undefined;
  #numbered: ReadonlySet<string | undefined> | undefined;

  constructor(
    rows: readonly IntakeRow[],
    states: ReadonlyMap<string, RowState>,
    history: AssessmentHistory,
    owners: CaseOwners,
  ) {
    this.#rows = rows;
    this.#states = states;
    this.#history = history;
    this.#owners = owners;
  }

  /** The case that both its ID and its inputs lead to. */
  byBoth(row: IntakeRow): Claim | undefined {
    const firstId = this.firstIdOf(row);
    if (firstId === undefined || !this.#history.knows(firstId, row)) return undefined;
    return { firstId, by: this.#history.isLatest(row.previous?.id ?? '') ? 'latest' : 'both' };
  }

  /** The case that its ID or its inputs lead to, where no other row has that. */
  byEither(row: IntakeRow): Claim | undefined {
    const firstId = this.firstIdOf(row);
    const isKnown = firstId !== undefined && this.#history.firstIdOf(firstId) !== undefined;
    const own = this.#states.get(row.key)?.assessmentId;
    // Which of the rows with the same inputs is the first may change with any edit.
    if (isKnown && (isNumbered(row) || (own === undefined && this.#hasNumberedTwin(row)))) {
      return { firstId, by: 'id' };
    }
    for (const same of this.byInputs(row)) {
      if (this.#owners.has(same)) continue;
      return { firstId: same, by: saysNothingElse(row.previous) ? 'onlyInputs' : 'inputs' };
    }
    if (firstId === undefined) return undefined;
    if (isKnown) return { firstId, by: 'id' };
    if (says(row.previous, 'Invalid')) return { firstId, by: 'doubtfulId' };
    return { firstId, by: hasResults(row.previous) ? 'unknownId' : 'typedId' };
  }

  /** The cases, by their first ID, that were assessed with the inputs of a row and may be its own. */
  *byInputs(row: IntakeRow): Generator<string> {
    const isKnown = this.#history.firstIdOf(this.firstIdOf(row) ?? '') !== undefined;
    for (const firstId of this.#history.firstIdsOfRequest(row)) {
      // Results that no sheet has shown cannot have been sorted away from their row.
      if (!isKnown || this.#wasShown(firstId)) yield firstId;
    }
  }

  #wasShown(firstId: string): boolean {
    this.#shownIds ??= new Set(this.#rows.map(({ previous }) => previous?.id));
    const shown = this.#shownIds;
    return [...this.#history.versionsFrom(firstId)].some(
      ({ state }) => state.isShown === true || shown.has(state.assessmentId),
    );
  }

  /** True if another row has the same inputs and a numbered key. */
  #hasNumberedTwin({ key }: IntakeRow): boolean {
    this.#numbered ??= new Set(this.#rows.filter(isNumbered).map((row) => requestOfKey(row.key)));
    return this.#numbered.has(requestOfKey(key));
  }

  /**
   * The first ID of the case of the row's Assessment ID; that ID itself if no journal knows it; nothing
   * if it is not the row's.
   */
  firstIdOf(row: IntakeRow): string | undefined {
    const { key, previous } = row;
    const id = previous?.id ?? '';
    if (id === '') return undefined;
    const firstId = this.#history.firstIdOf(id);
    const own = this.#states.get(key);
    // A person has said that it is not the row's: the sheet still shows it until the next run.
    if (own?.assessmentId !== id && own?.rejectedIds?.includes(id) === true) return undefined;
    const isOwnUnconfirmed = own !== undefined && isUnconfirmed(own);
    const takenFrom = this.#history.takenFrom(id);
    // Beside an unanswered request, an ID without results was typed by a person who looked it up. With
    // results it is the row's own: an edit made its inputs equal to those of the unanswered request.
    const isTyped = isOwnUnconfirmed && !hasResults(row.previous);
    // An ID that was taken from a row is not its own; typed beside another unanswered request, it counts.
    if (firstId === undefined && takenFrom !== undefined && !(isTyped && takenFrom !== key)) {
      return undefined;
    }
    const isAnothers = firstId !== undefined && isTyped && !this.#history.knows(firstId, row);
    return isAnothers ? undefined : (firstId ?? id);
  }
}

/** True for a row with a numbered key (`hash:2`): another row has the plain key of these inputs. */
function isNumbered({ key }: IntakeRow): boolean {
  const request = requestOfKey(key);
  return request !== undefined && request !== key;
}
