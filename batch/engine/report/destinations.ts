import { shortened } from '../wording/words.js';
import type { ScoredCase } from './reportData.js';
import { type RiskKind, riskKinds } from './risks.js';

/** Further destinations are combined: nobody reads a page of countries. */
const mostListed = 15;
/** The most characters of a destination's name; longer text is in the wrong column. */
const longestName = 60;

/** The scores of one kind at one destination. */
export interface Tally {
  readonly mean: number;
  readonly worst: number;
}

/** A destination, or all those that are not listed. */
export interface Destination {
  readonly name: string;
  readonly cases: number;
  readonly risks: ReadonlyMap<RiskKind, Tally>;
}

/** The destinations, with the highest mean overall risk first. */
export interface Destinations {
  readonly listed: readonly Destination[];
  /** Those with the fewest cases, combined. */
  readonly others?: Destination & { readonly destinations: number };
}

/** Where the risks are. */
export function destinationsOf(cases: readonly ScoredCase[]): Destinations {
  const byName = Map.groupBy(cases, ({ destination }) => destination.trim());
  const fullest = [...byName].toSorted(([, a], [, b]) => b.length - a.length);
  // One destination alone needs no "others".
  const cut = fullest.length > mostListed + 1 ? mostListed : fullest.length;
  const listed = fullest
    .slice(0, cut)
    .map(([name, group]) =>
      destinationOf(name === '' ? 'Not known' : shortened(name, longestName), group),
    )
    .toSorted((a, b) => overallMean(b) - overallMean(a));
  const rest = fullest.slice(cut);
  if (rest.length === 0) return { listed };
  const name = `${rest.length.toLocaleString('en')} others`;
  const others = destinationOf(
    name,
    rest.flatMap(([, group]) => group),
  );
  return { listed, others: { ...others, destinations: rest.length } };
}

/** The mean overall risk of a destination. */
export function overallMean({ risks }: Destination): number {
  return risks.get('overallTrip')?.mean ?? 0;
}

function destinationOf(name: string, cases: readonly ScoredCase[]): Destination {
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
  return { name, cases: cases.length, risks: new Map(risks) };
}
