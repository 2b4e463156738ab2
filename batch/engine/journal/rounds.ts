import type { RoundFact, RowFact } from './facts.js';
import type { RowState } from './rowState.js';

/** Round 1 consists of the first assessments. */
export interface Round {
  readonly number: number;
  readonly name?: string;
  /** True if each run of the round selected only some of its rows. */
  readonly isPartial?: true;
  /** ISO 8601. */
  readonly begunAt: string;
  /** The last time a run continued the round or sent a row, or a person's decision left work. */
  readonly workedAt?: string;
  /** The time when a run found no row unsent or pending and had written the results. */
  readonly endedAt?: string;
  /** Set if an unrecorded request was taken over, such as after an older journal was restored. */
  readonly mayBeIncomplete?: true;
}

export interface CurrentRound {
  readonly number: number;
  readonly name?: string;
  /** Missing for a round that has not begun. */
  readonly begunAt?: string;
  readonly endedAt?: string;
  /** The latest time in the round, if it is over a minute after the start of the run. */
  readonly inFuture?: string;
  /** The start of the run. */
  readonly nowMs: number;
}

export type WantedRound =
  /** A new round, even if the latest round is unfinished. */
  | 'new'
  /** The latest round if it is unfinished and continues at this time, or else a new round. */
  | { readonly nextMs: number }
  /** The round with this name, which begins if it does not exist. */
  | { readonly name: string }
  /** The default: the latest round, or a new round if the latest was over at this time. */
  | { readonly orderedMs: number };

export const maxRoundNameLength = 40;

export const roundNameRule = `at most ${maxRoundNameLength} letters, digits, dashes, dots and underscores, such as 2027-Q1, and begin with a letter or digit`;

/** Stores full-width letters and digits, which some keyboards type, as plain characters. */
export function readRoundName(text: string): string | undefined {
  const name = text.normalize('NFKC');
  const isShort = Array.from(name).length <= maxRoundNameLength;
  return isShort && /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*$/u.test(name) ? name : undefined;
}

/**
 * An unfinished round continues for these calendar days, including the day of the last work: a
 * weekly run may start a few seconds early or late, and must not continue last week's round.
 */
const unfinishedDays = 7;

/** The tolerated difference between the clocks of two machines. */
const clockToleranceMs = 60_000;

export function findCurrentRound(
  rounds: readonly Round[],
  nowMs: number,
  wanted: WantedRound = { orderedMs: nowMs },
): CurrentRound {
  const found = findRound(rounds, wanted);
  if (found === undefined) {
    const number = (rounds.at(-1)?.number ?? 1) + 1;
    const isNamed = wanted !== 'new' && 'name' in wanted;
    return isNamed ? { number, name: wanted.name, nowMs } : { number, nowMs };
  }
  const { begunAt, workedAt = begunAt, ...round } = found;
  const last = [begunAt, workedAt, round.endedAt ?? begunAt].toSorted().at(-1) ?? begunAt;
  const isAhead = Date.parse(last) > nowMs + clockToleranceMs;
  return { ...round, begunAt, ...(isAhead ? { inFuture: last } : {}), nowMs };
}

function findRound(rounds: readonly Round[], wanted: WantedRound): Round | undefined {
  if (wanted === 'new') return undefined;
  if ('name' in wanted) return rounds.find((round) => isRoundNamed(round, wanted.name));
  const latest = rounds.at(-1);
  if (latest === undefined) return undefined;
  if ('orderedMs' in wanted) return continuesToday(latest, wanted.orderedMs) ? latest : undefined;
  const isOpen = latest.endedAt === undefined && continuesToday(latest, wanted.nextMs);
  return isOpen ? latest : undefined;
}

/** Ignores case, so that q3 typed for Q3 begins no new round. */
export function isRoundNamed({ name }: Pick<Round, 'name'>, wanted: string): boolean {
  return name?.toLowerCase() === wanted.toLowerCase();
}

/** `states` are the states of the rows before the fact. */
export function applyToRounds(
  rounds: Round[],
  fact: RowFact | RoundFact,
  states: ReadonlyMap<string, RowState>,
): void {
  if (fact.fact === 'round') {
    const { round: number, name, isPartial, at } = fact;
    if (!rounds.some((round) => round.number === number)) {
      const optional = {
        ...(name === undefined ? {} : { name }),
        ...(isPartial === undefined ? {} : { isPartial }),
      };
      rounds.push({ number, ...optional, begunAt: at });
      return;
    }
    reopen(rounds, number, at);
    if (isPartial === undefined) changeRound(rounds, number, ({ isPartial: _, ...round }) => round);
  } else if (fact.fact === 'round_ended') {
    changeRound(rounds, fact.round, (round) => ({ ...round, endedAt: fact.at }));
  } else if (fact.fact === 'intent' && fact.round !== undefined) {
    changeRound(rounds, fact.round, (round) => updateWorkedAt(round, fact.at));
  } else {
    if (reopensRound(fact)) reopen(rounds, states.get(fact.row)?.round, fact.at);
    if (isTakenOver(fact, states))
      changeRound(rounds, rounds.at(-1)?.number, (round) => ({ ...round, mayBeIncomplete: true }));
  }
}

/**
 * The ID that a person gives for an unanswered request does not count, but an ID that a reference
 * proves does: an older journal contains the request without its answer.
 */
function isTakenOver(fact: RowFact, states: ReadonlyMap<string, RowState>): boolean {
  if (fact.fact === 'unconfirmed') return fact.reason.code === 'onlyInSheet';
  if (fact.fact !== 'created' || fact.by === 'answer' || fact.sent !== undefined) return false;
  const isProven = fact.by === 'sheet' && fact.request !== undefined;
  return isProven || !states.has(fact.row);
}

/** Returns true for a person's decision that leaves something to do in the round. */
function reopensRound(fact: RowFact): boolean {
  return fact.fact === 'send_again' || (fact.fact === 'created' && fact.by === 'person');
}

function reopen(rounds: Round[], number: number | undefined, at: string): void {
  changeRound(rounds, number, ({ endedAt: _, ...round }) => updateWorkedAt(round, at));
}

function updateWorkedAt(round: Round, at: string): Round {
  const { workedAt = '' } = round;
  return at > workedAt ? { ...round, workedAt: at } : round;
}

function changeRound(
  rounds: Round[],
  number: number | undefined,
  change: (round: Round) => Round,
): void {
  const at = rounds.findLastIndex((round) => round.number === number);
  const round = rounds[at];
  if (round !== undefined) rounds[at] = change(round);
}

/** A time in the future counts as today, so that a clock that was set back begins no round. */
export function continuesToday(round: Round, nowMs: number): boolean {
  const { begunAt, workedAt = begunAt, endedAt } = round;
  return endedAt === undefined
    ? countDaysSince(workedAt, nowMs) < unfinishedDays
    : countDaysSince(endedAt, nowMs) <= 0;
}

/** Counts days of the local clock. The number is negative for a day in the future. */
function countDaysSince(at: string, nowMs: number): number {
  return Math.round((getMidnightMs(nowMs) - getMidnightMs(Date.parse(at))) / 86_400_000);
}

function getMidnightMs(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0);
}
