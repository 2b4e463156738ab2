import { unpackScores } from '../intake/keptScores.js';
import { findRequestHash, toFoundKey } from '../intake/rowKey.js';
import type { RoundFact, RowFact } from './facts.js';
import type { JournalState } from './journalState.js';
import { unpackUrl } from './reportUrl.js';
import type { Round } from './rounds.js';
import type { RowState } from './rowState.js';

export interface OtherSheetRecords {
  readonly rounds: readonly Round[];
  readonly assessments: readonly OtherSheetAssessment[];
}

interface OtherSheetAssessment {
  readonly assessmentId: string;
  readonly request: string;
  readonly employee: string;
  readonly state: RowState;
}

/** Returns the assessment if the journal of the other sheet proves its inputs and its employee. */
export function findOtherSheetAssessment(
  known: Pick<JournalState, 'state' | 'findKeyById'>,
  assessmentId: string,
): OtherSheetAssessment | undefined {
  const key = known.findKeyById(assessmentId) ?? '';
  const state = known.state(key);
  if (state?.state !== 'Scored' && state?.state !== 'Pending') return undefined;
  // A person or a sheet supplied the ID, and no run has checked yet that it belongs to the row.
  if (state.state === 'Pending' && state.byPerson === true) return undefined;
  const { request = findRequestHash(key) ?? '', employee = '' } = state;
  return request === '' || employee === '' ? undefined : { assessmentId, request, employee, state };
}

/**
 * If `hasRounds`, the journal has its own rounds, so facts only name the rounds of other sheets.
 */
export function listOtherSheetFacts(
  others: readonly OtherSheetRecords[],
  hasRounds: boolean,
): (RowFact | RoundFact)[] {
  const merged = new MergedRounds(hasRounds ? [] : others.map(({ rounds }) => rounds));
  return [
    ...merged.listFacts(),
    ...others.flatMap(({ rounds, assessments }) => {
      const place = hasRounds ? createNamedPlacement(rounds) : merged.createPlacement(rounds);
      return assessments.flatMap((assessment) => toFacts(assessment, place));
    }),
  ];
}

type Sent = (RowFact & { fact: 'created' })['sent'];

type Placement = (state: RowState, sentAt: string) => Sent;

function createNamedPlacement(rounds: readonly Round[]): Placement {
  return ({ round = 0, afterRound = round }, at) => {
    const before = rounds.filter(({ number }) => number <= afterRound);
    const roundNames = before.flatMap(({ name }) => name ?? []);
    return { at, ...(roundNames.length === 0 ? {} : { roundNames }) };
  };
}

function toFacts(
  { assessmentId, request, employee, state }: OtherSheetAssessment,
  place: Placement,
): RowFact[] {
  const row = toFoundKey(assessmentId);
  const { at, sentAt, scores } = state;
  const redirectUrl = unpackUrl(state);
  const created: RowFact = {
    fact: 'created',
    row,
    assessmentId,
    ...(redirectUrl === undefined ? {} : { redirectUrl }),
    request,
    employee,
    by: 'sheet',
    ...(sentAt === undefined ? {} : { sent: place(state, sentAt) }),
    at: sentAt ?? at,
  };
  if (state.state !== 'Scored' || scores === undefined) return [created];
  return [created, { fact: 'scored', row, scores: unpackScores(scores), at }];
}

/** Rounds in the order in which they began. Rounds with the same name, and copies, are merged. */
class MergedRounds {
  readonly #rounds = new Map<string, Round>();

  constructor(roundsOfSheets: readonly (readonly Round[])[]) {
    const all = roundsOfSheets
      .flat()
      .toSorted((a, b) => Date.parse(a.begunAt) - Date.parse(b.begunAt));
    for (const round of all) {
      const key = toRoundKey(round);
      const same = this.#rounds.get(key);
      // Round 1 consists of the first assessments.
      const number = this.#rounds.size + 2;
      this.#rounds.set(key, same === undefined ? { ...round, number } : mergeRounds(same, round));
    }
  }

  listFacts(): RoundFact[] {
    return [...this.#rounds.values()].flatMap((round): RoundFact[] => {
      const { number, name, isPartial, begunAt, workedAt, endedAt } = round;
      const begun = {
        fact: 'round' as const,
        round: number,
        ...(name === undefined ? {} : { name }),
        ...(isPartial === undefined ? {} : { isPartial }),
      };
      return [
        { ...begun, at: begunAt },
        ...(workedAt === undefined ? [] : [{ ...begun, at: workedAt }]),
        ...(endedAt === undefined
          ? []
          : [{ fact: 'round_ended' as const, round: number, at: endedAt }]),
      ];
    });
  }

  /** A request was sent after a round of another sheet if the round had begun before the request. */
  createPlacement(rounds: readonly Round[]): Placement {
    const ownKeys = new Set(rounds.map(toRoundKey));
    const numbers = new Map(
      rounds.map((round) => [round.number, this.#rounds.get(toRoundKey(round))?.number]),
    );
    const others = [...this.#rounds].flatMap(([key, { number, begunAt }]) =>
      ownKeys.has(key) ? [] : [{ number, begunMs: Date.parse(begunAt) }],
    );
    return ({ round = 0, afterRound = 0 }, sentAt) => {
      const sentMs = Date.parse(sentAt);
      const earlier = others.flatMap(({ number, begunMs }) => (begunMs <= sentMs ? [number] : []));
      const number = numbers.get(round);
      const latest = Math.max(...earlier, number ?? 0, numbers.get(afterRound) ?? 0);
      return {
        at: sentAt,
        ...(number === undefined ? {} : { round: number }),
        ...(latest > (number ?? 0) ? { afterRound: latest } : {}),
      };
    };
  }
}

function toRoundKey({ name, begunAt }: Round): string {
  return name?.toLowerCase() ?? begunAt;
}

/** `second` did not begin earlier than `first`. */
function mergeRounds({ endedAt, ...first }: Round, second: Round): Round {
  const workedAt = findLatestTime(first.workedAt, second.workedAt);
  const isEnded = endedAt !== undefined && second.endedAt !== undefined;
  const { isPartial, ...round } = first;
  return {
    ...round,
    ...(isPartial === true && second.isPartial === true ? { isPartial } : {}),
    ...(workedAt === undefined ? {} : { workedAt }),
    ...(isEnded ? { endedAt: findLatestTime(endedAt, second.endedAt) ?? endedAt } : {}),
  };
}

function findLatestTime(first: string | undefined, second: string | undefined): string | undefined {
  return [first ?? '', second ?? ''].toSorted().findLast((time) => time !== '');
}
