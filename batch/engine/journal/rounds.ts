import type { RoundFact, RowFact } from './facts.js';
import type { RowState } from './rowState.js';

/** A round of reassessments in the journal. Round 1 is the first assessments. */
export interface Round {
  readonly number: number;
  /** The name that a person gave it; missing for most. */
  readonly name?: string;
  /** ISO 8601. */
  readonly begunAt: string;
  /** When a row was last sent in it, ISO 8601; missing before the first. */
  readonly workedAt?: string;
  /** When no row of it was unsent or pending any more, ISO 8601; missing while it is not finished. */
  readonly endedAt?: string;
}

/** The round that a start works on. */
export interface CurrentRound {
  readonly number: number;
  readonly name?: string;
  /** Missing while nothing was sent in it. */
  readonly begunAt?: string;
  readonly endedAt?: string;
  /** The latest time of the round that is after the time of the start, ISO 8601. */
  readonly inFuture?: string;
  /** The time of the start. */
  readonly nowMs: number;
}

/**
 * The round that a start asks for: a new one, even if the latest is not finished; the one with a name,
 * which begins if there is none; or, by the clock, the one in which it was ordered or a new one.
 */
export type WantedRound = 'new' | { readonly name: string } | { readonly orderedMs: number };

/** Describes the names that {@link readRoundName} accepts. */
export const roundNameRule =
  'at most 40 letters, digits, dashes, dots and underscores, such as 2027-Q1, and begin with a letter or digit';

/** Returns the name of a round as the journal stores it; undefined for a text that cannot be one. */
export function readRoundName(text: string): string | undefined {
  const isName = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{0,39}$/u.test(text);
  return isName ? text.normalize('NFC') : undefined;
}

/**
 * An unfinished round continues for this many days after a row was last sent in it, including that
 * day; then a new one starts. These are calendar days: a weekly run may start some seconds early or
 * late, and must not continue last week's round.
 */
const unfinishedDays = 7;

/** Clocks of two machines may differ by this much. */
const clockToleranceMs = 60_000;

/**
 * Returns the round that is wanted. By the clock, that is the latest one if it ended today or later by
 * the local clock, or is not finished and was worked on less than seven days ago; a new round otherwise.
 */
export function currentRound(
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
  if ('name' in wanted) return rounds.find((round) => hasName(round, wanted.name));
  const latest = rounds.at(-1);
  return latest !== undefined && continuesToday(latest, wanted.orderedMs) ? latest : undefined;
}

/** Capitals do not matter: q3 typed for Q3 must not begin another round. */
function hasName({ name }: Round, wanted: string): boolean {
  return name?.toLowerCase() === wanted.toLowerCase();
}

/** Takes a fact into the rounds. `states` are those before the fact. */
export function noteRound(
  rounds: Round[],
  fact: RowFact | RoundFact,
  states: ReadonlyMap<string, RowState>,
): void {
  if (fact.fact === 'round') {
    const isKnown = rounds.some(({ number }) => number === fact.round);
    const name = fact.name === undefined ? {} : { name: fact.name };
    if (isKnown) reopen(rounds, fact.round, fact.at);
    else rounds.push({ number: fact.round, ...name, begunAt: fact.at });
  } else if (fact.fact === 'round_ended') {
    change(rounds, fact.round, (round) => ({ ...round, endedAt: fact.at }));
  } else if (fact.fact === 'intent' && fact.round !== undefined) {
    change(rounds, fact.round, (round) => workedOn(round, fact.at));
  } else if (isFromPerson(fact)) {
    reopen(rounds, states.get(fact.row)?.round, fact.at);
  }
}

/** True for a fact from a person, which leaves something to do in the round. */
function isFromPerson(fact: RowFact): boolean {
  return fact.fact === 'send_again' || (fact.fact === 'created' && fact.by === 'person');
}

function reopen(rounds: Round[], number: number | undefined, at: string): void {
  change(rounds, number, ({ endedAt: _, ...round }) => workedOn(round, at));
}

function workedOn(round: Round, at: string): Round {
  const { workedAt = '' } = round;
  return at > workedAt ? { ...round, workedAt: at } : round;
}

function change(
  rounds: Round[],
  number: number | undefined,
  changed: (round: Round) => Round,
): void {
  const at = rounds.findLastIndex((round) => round.number === number);
  const round = rounds[at];
  if (round !== undefined) rounds[at] = changed(round);
}

/**
 * True for a round that a run of today continues. A time in the future counts like today: a clock
 * that was set back begins no round.
 */
export function continuesToday(round: Round, nowMs: number): boolean {
  const { begunAt, workedAt = begunAt, endedAt } = round;
  return endedAt === undefined
    ? daysSince(workedAt, nowMs) < unfinishedDays
    : daysSince(endedAt, nowMs) <= 0;
}

/** Calendar days by the local clock; below 0 for a day in the future. */
function daysSince(at: string, nowMs: number): number {
  return Math.round((midnightMs(nowMs) - midnightMs(Date.parse(at))) / 86_400_000);
}

function midnightMs(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0);
}
