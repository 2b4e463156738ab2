import type { RiskMap } from '../api/shapes.js';
import { bands, type RiskKind, riskLabels } from '../../engine/report/risks.js';
import { cached } from './cached.js';
import { wordsOf } from './dialects.js';
import { riskColumns } from './scoreColumns.js';
import type { Store } from './store.js';

/** The scores of one kind, of some rows. */
interface Tally {
  count: number;
  sum: number;
  highest: number;
}

/** Where the risks of a sheet are, in the numbers of its report. During a run it may be a moment behind. */
export function riskMapOf(store: Store, sheet: string): RiskMap {
  return cached(store, `risks ${sheet}`, () => madeOf(store, sheet));
}

function madeOf(store: Store, sheet: string): RiskMap {
  const sums = riskColumns.map(
    ({ name, column }) =>
      `count(${column}) AS "${name}_count", sum(${column}) AS "${name}_sum", max(${column}) AS "${name}_highest"`,
  );
  const inBands = bands.map(
    // As in the index, a risk is negative, and rounded as it is shown.
    ({ name, from, to }) =>
      `count(CASE WHEN risk_sort BETWEEN -${to} AND -${from} THEN 1 END) AS "band_${name}"`,
  );
  const found = store.db
    .prepare(
      `SELECT destination, count(*) AS cases, ${inBands.join(', ')}, ${sums.join(', ')}
       FROM row ${wordsOf(store).indexedBy('row_of_risks')} WHERE sheet = ?
       GROUP BY destination ORDER BY destination`,
    )
    .all(sheet) as Record<string, number>[];
  const all = new Map<RiskKind, Tally>();
  const destinations = found.flatMap((group) => {
    const tallies = talliesOf(group);
    for (const [kind, tally] of tallies) add(all, kind, tally);
    const cases = tallies.get('overallTrip')?.count ?? 0;
    if (cases === 0) return [];
    const means = Object.fromEntries([...tallies].map(([kind, tally]) => [kind, meanOf(tally)]));
    return [{ destination: String(group.destination), cases, means }];
  });
  const overall = all.get('overallTrip');
  return {
    labels: riskLabels,
    bands: bands.map(({ name, from, to }) => ({
      ...{ name, from, to },
      cases: total(found, `band_${name}`),
    })),
    destinations: destinations.toSorted(
      (a, b) => (b.means.overallTrip ?? 0) - (a.means.overallTrip ?? 0),
    ),
    risks: [...all].map(([kind, tally]) => ({
      ...{ kind, label: riskLabels[kind] },
      ...{ mean: meanOf(tally), highest: tally.highest },
    })),
    cases: total(found, 'cases'),
    scored: overall?.count ?? 0,
    ...(overall === undefined ? {} : { mean: meanOf(overall) }),
  };
}

function talliesOf(group: Readonly<Record<string, number>>): Map<RiskKind, Tally> {
  const tallies = new Map<RiskKind, Tally>();
  for (const { name } of riskColumns) {
    const count = group[`${name}_count`] ?? 0;
    const [sum = 0, highest = 0] = [group[`${name}_sum`], group[`${name}_highest`]];
    if (count > 0) tallies.set(name, { count, sum, highest });
  }
  return tallies;
}

function add(all: Map<RiskKind, Tally>, kind: RiskKind, { count, sum, highest }: Tally): void {
  const before = all.get(kind) ?? { count: 0, sum: 0, highest: 0 };
  all.set(kind, {
    count: before.count + count,
    sum: before.sum + sum,
    highest: Math.max(before.highest, highest),
  });
}

function meanOf({ sum, count }: Tally): number {
  return sum / count;
}

function total(groups: readonly Readonly<Record<string, number>>[], name: string): number {
  return groups.reduce((sum, group) => sum + (group[name] ?? 0), 0);
}
