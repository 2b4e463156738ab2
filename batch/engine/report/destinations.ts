import type { ScoredCase } from './reportData.js';
import { type RiskKind, riskKinds } from './risks.js';

/**
 * The maximum number of listed destinations; the others are combined, because people do not read a
 * page of countries.
 */
const maxListed = 15;

/** The scores of one kind at one destination. */
export interface Tally {
  readonly mean: number;
  readonly worst: number;
}

/** The scores of a group of rows, by kind. */
export interface CaseTallies {
  readonly cases: number;
  readonly risks: ReadonlyMap<RiskKind, Tally>;
}

/** A destination with its scores. */
export interface Destination extends CaseTallies {
  /** The name in the sheet; empty if it is unknown. */
  readonly name: string;
}

/** The combined scores of the destinations that are not listed. */
export interface OtherDestinations extends CaseTallies {
  readonly destinations: number;
}

/** The destinations, sorted by the highest mean overall risk. */
export interface Destinations {
  readonly listed: readonly Destination[];
  /** The destinations with the fewest rows. */
  readonly others?: OtherDestinations;
}

/** Groups the scores by destination. */
export function groupByDestination(cases: readonly ScoredCase[]): Destinations {
  const byName = Map.groupBy(cases, ({ destination }) => destination.trim());
  const fullest = [...byName].toSorted(([, a], [, b]) => b.length - a.length);
  // A single destination needs no "others".
  const cut = fullest.length > maxListed + 1 ? maxListed : fullest.length;
  const listed = fullest
    .slice(0, cut)
    .map(([name, group]) => ({ name, ...tallyRisks(group) }))
    .toSorted((a, b) => overallMean(b) - overallMean(a));
  const rest = fullest.slice(cut);
  if (rest.length === 0) return { listed };
  const others = tallyRisks(rest.flatMap(([, group]) => group));
  return { listed, others: { destinations: rest.length, ...others } };
}

/** Returns the mean overall risk of a destination. */
export function overallMean({ risks }: CaseTallies): number {
  return risks.get('overallTrip')?.mean ?? 0;
}

function tallyRisks(cases: readonly ScoredCase[]): CaseTallies {
  const tallies = riskKinds.map((kind) => ({ kind, count: 0, sum: 0, worst: 0 }));
  for (const { scores = {} } of cases) {
    for (const tally of tallies) {
      const score = scores[tally.kind];
      if (score === undefined) continue;
      tally.count++;
      tally.sum += score;
      tally.worst = Math.max(tally.worst, score);
    }
  }
  const risks = tallies
    .filter(({ count }) => count > 0)
    .map(({ kind, count, sum, worst }) => [kind, { mean: sum / count, worst }] as const);
  return { cases: cases.length, risks: new Map(risks) };
}
