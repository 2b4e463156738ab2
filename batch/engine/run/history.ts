import type { IntakeRow } from '../intake/readSheet.js';
import type { KeptScores } from '../journal/facts.js';
import type { RowState } from '../journal/rowState.js';
import { casesOf, type Place } from './cases.js';
import { changeOf } from './change.js';
import { Chains } from './chains.js';

/** One assessment of a case. */
export interface PastAssessment {
  /** Missing when the case is no longer in the sheet. */
  readonly row?: number;
  /** As it stands in the sheet; the journal knows no names. */
  readonly employeeId?: string;
  /** 1 for a first assessment. */
  readonly round: number;
  readonly status: 'Scored' | 'Pending';
  /** When it was scored, ISO 8601. */
  readonly assessedAt?: string;
  readonly assessmentId: string;
  readonly scores?: KeptScores;
  /** Of the overall risk, against the assessment before. */
  readonly change?: number;
}

/**
 * Every assessment that the journal knows: row by row, then of the cases that left the sheet. The
 * cases are found once, however often the history is gone through. Only of the cases that are meant.
 */
export function historyOf(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
  isMeant: IsMeant = () => true,
): Iterable<PastAssessment> {
  const chains = new Chains(states);
  const places = casesOf(rows, states, chains);
  return { [Symbol.iterator]: () => pastAssessments(rows, places, chains, isMeant) };
}

/** Chooses cases, by the row that stands for one, if any, and what the journal knows of it. */
export type IsMeant = (row: IntakeRow | undefined, state: RowState | undefined) => boolean;

function* pastAssessments(
  rows: readonly IntakeRow[],
  places: readonly Place[],
  chains: Chains,
  isMeant: IsMeant,
): Generator<PastAssessment> {
  const inSheet = new Set<string>();
  for (const [index, place] of places.entries()) {
    const row = rows[index];
    if (place.kind !== 'case' || row === undefined) continue;
    const root = chains.rootOf(place.of.head.state.assessmentId ?? '');
    if (root === undefined) continue;
    inSheet.add(root);
    if (!isMeant(row, place.of.head.state)) continue;
    const { employeeId } = row.subject ?? {};
    const who = { row: row.number, ...(employeeId === undefined ? {} : { employeeId }) };
    yield* caseHistory(chains, root, who);
  }
  for (const root of chains.roots()) {
    if (inSheet.has(root)) continue;
    const [first] = chains.linksFrom(root);
    if (isMeant(undefined, first?.state)) yield* caseHistory(chains, root, {});
  }
}

function* caseHistory(
  chains: Chains,
  root: string,
  who: Pick<PastAssessment, 'row' | 'employeeId'>,
): Generator<PastAssessment> {
  let before: number | undefined;
  for (const { state } of chains.linksFrom(root)) {
    const { round = 1, at, assessmentId, scores } = state;
    if (assessmentId === undefined) continue;
    const change = changeOf(scores?.overallTrip, before);
    before = scores?.overallTrip;
    yield {
      ...who,
      round,
      ...(state.state === 'Scored' ? { status: 'Scored', assessedAt: at } : { status: 'Pending' }),
      assessmentId,
      ...(scores === undefined ? {} : { scores }),
      ...(change === undefined ? {} : { change }),
    };
  }
}
