import type { RoundFact, RowFact } from './facts.js';
import type { RowState } from './rowState.js';

/** A round of reassessments in the journal. Round 1 is the first assessments. */
export interface Round {
  readonly number: number;
  /** ISO 8601. */
  readonly begunAt: string;
  /** When nothing was left to do in it, ISO 8601; missing while it is not finished. */
  readonly endedAt?: string;
}

/** The round that a start works on. */
export interface CurrentRound {
  readonly number: number;
  /** Missing while nothing was sent in it. */
  readonly begunAt?: string;
  readonly endedAt?: string;
  /** The time of the start. */
  readonly nowMs: number;
}

/**
 * An unfinished round continues for this many days, including its first; then a new one starts.
 * These are calendar days: a weekly run may start some seconds early or late, and must not continue
 * last week's round.
 */
const unfinishedDays = 7;

/**
 * The latest round when it began today, by the clock on the wall, or less than seven days ago and is
 * not finished; else a new one. A new one too when that is asked for.
 */
export function currentRound(rounds: readonly Round[], nowMs: number, isNew = false): CurrentRound {
  const latest = rounds.at(-1);
  if (latest !== undefined && !isNew && isUnderWay(latest, nowMs)) return { ...latest, nowMs };
  return { number: (latest?.number ?? 1) + 1, nowMs };
}

/** Takes a fact into the rounds. `states` are those before the fact. */
export function noteRound(
  rounds: Round[],
  fact: RowFact | RoundFact,
  states: ReadonlyMap<string, RowState>,
): void {
  if (fact.fact === 'round') {
    const isKnown = rounds.some(({ number }) => number === fact.round);
    if (isKnown) reopen(rounds, fact.round);
    else rounds.push({ number: fact.round, begunAt: fact.at });
  } else if (fact.fact === 'round_ended') {
    const at = rounds.findIndex(({ number }) => number === fact.round);
    const round = rounds[at];
    if (round !== undefined) rounds[at] = { ...round, endedAt: fact.at };
  } else if (isOfPerson(fact)) {
    reopen(rounds, states.get(fact.row)?.round);
  }
}

/** True for a fact from a person, which leaves something to do in the round. */
function isOfPerson(fact: RowFact): boolean {
  return fact.fact === 'send_again' || (fact.fact === 'created' && fact.by === 'person');
}

function reopen(rounds: Round[], wanted: number | undefined): void {
  const at = wanted === undefined ? -1 : rounds.findIndex(({ number }) => number === wanted);
  const round = rounds[at];
  if (round !== undefined) rounds[at] = { number: round.number, begunAt: round.begunAt };
}

/** True for a round that a run of today continues. */
export function isUnderWay({ begunAt, endedAt }: Round, nowMs: number): boolean {
  const days = Math.round((midnightMs(nowMs) - midnightMs(Date.parse(begunAt))) / 86_400_000);
  return days === 0 || (endedAt === undefined && days < unfinishedDays);
}

function midnightMs(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0);
}
