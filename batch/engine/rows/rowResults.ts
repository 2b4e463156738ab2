import { countDecimals, isSameValue, toTenths } from '../intake/writtenCells.js';
import { readNumber } from '../intake/cellValues.js';
import type { UnprovenScores } from '../intake/intakeRow.js';
import { type KeptScores, type ScoreName, scoreNames, unpackScores } from '../intake/keptScores.js';
import type { RowState } from '../journal/rowState.js';
import { type PlannedRow, getHistory } from './plannedRow.js';
import type { Cell } from '../../../sheets/sheet.js';
import type { RowFact } from '../journal/facts.js';

/** Lists states, each followed by its former results. */
export function listRowResults(
  row: Pick<PlannedRow, 'plan'>,
  state: RowState | undefined,
): RowState[] {
  return [...(state === undefined ? [] : [state]), ...getHistory(row).earlier].flatMap(
    listWithFormer,
  );
}

interface UnknownScore {
  readonly name: ScoreName;
  readonly cell: Cell;
}

export function findUnknownScore(
  row: PlannedRow,
  state: RowState | undefined,
): UnknownScore | undefined {
  const unproven = row.previous?.unproven;
  if (unproven === undefined || state?.state !== 'Scored') return undefined;
  const results = listRowResults(row, state).flatMap(({ scores }) =>
    scores === undefined ? [] : [unpackScores(scores)],
  );
  for (const name of unproven.names) {
    const cell = unproven.cells[name];
    if (cell === undefined) continue;
    const isKnown = results.some((scores) => isSameValue(cell, scores[name], 'number'));
    if (!isKnown) return { name, cell };
  }
  return undefined;
}

/** Finds the request whose scores a row shows: all score cells of the row must match. */
export class ScoreIndex {
  readonly #states: ReadonlyMap<string, RowState>;
  #byScores: ReadonlyMap<string, RowState> | undefined;

  constructor(states: ReadonlyMap<string, RowState>) {
    this.#states = states;
  }

  find(cells: UnprovenScores['cells']): RowState | undefined {
    const shown = scoreNames.filter((name) => cells[name] !== undefined);
    // A single score may match by chance.
    if (shown.length < 2) return undefined;
    // Built on demand, because only cells with unexpected values need the index.
    this.#byScores ??= new Map(
      [...this.#states.values()]
        .flatMap(listWithFormer)
        .flatMap((state) =>
          state.scores === undefined ? [] : [[toScoreKey(unpackScores(state.scores)), state]],
        ),
    );
    const values = scoreNames.map((name) => [name, readNumber(cells[name])]);
    return this.#byScores.get(toScoreKey(Object.fromEntries(values) as Partial<KeptScores>));
  }
}

/** Rounds the scores, because sheets show them with one decimal. */
function toScoreKey(scores: Partial<KeptScores>): string {
  return scoreNames
    .map((name) => (scores[name] === undefined ? '' : toTenths(scores[name])))
    .join(' ');
}

/** Former results were detached, or replaced by a later result. */
function listWithFormer(state: RowState): RowState[] {
  const { former = [] } = state;
  return [
    state,
    ...former.map(({ at, id, redirectUrl, scores }): RowState => ({
      state: 'Scored',
      at,
      redirectUrl,
      ...(scores === undefined ? {} : { scores }),
      ...(id === undefined ? {} : { assessmentId: id, id }),
    })),
  ];
}

/** Rounds, because binary fractions are not exact. */
export function subtractScores(
  now: number | undefined,
  before: number | undefined,
): number | undefined {
  if (now === undefined || before === undefined) return undefined;
  const decimals = Math.max(countDecimals(String(now)), countDecimals(String(before)));
  // Adding 0 turns -0 into 0.
  return Number((now - before).toFixed(decimals)) + 0;
}

/** An assessment that only the sheet shows. */
interface ShownAssessment {
  readonly assessmentId: string;
  /** Missing or empty if there is none. */
  readonly redirectUrl?: string | undefined;
  readonly scores?: KeptScores | undefined;
  /** ISO 8601. */
  readonly at: string;
}

/** `request` is undefined if unknown or in the key, and empty if known not to be the row's. */
export function toResultFacts(
  row: string,
  { assessmentId, redirectUrl = '', scores, at }: ShownAssessment,
  { request, employee }: Pick<RowState, 'request' | 'employee'> = {},
): RowFact[] {
  const created: RowFact = {
    fact: 'created',
    row,
    assessmentId,
    by: 'sheet',
    at,
    ...(redirectUrl === '' ? {} : { redirectUrl }),
    ...(request === undefined ? {} : { request }),
    ...(employee === undefined ? {} : { employee }),
  };
  return scores === undefined ? [created] : [created, { fact: 'scored', row, scores, at }];
}
