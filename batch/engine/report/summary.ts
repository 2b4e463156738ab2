import type { RowStatus, SuccessStatus } from '../sheetCommand.js';
import type { ReportData, ScoredRow, ReportRow } from './reportData.js';
import {
  type Band,
  findBand,
  bands,
  findHighestRisk,
  roundScore,
  type RiskKind,
  riskKinds,
} from './risks.js';

export interface ReportSummary {
  readonly rows: number;
  /** The rows with scores, sorted by overall risk, the highest first. */
  readonly scored: readonly ScoredRow[];
  /** The number of unfinished rows; some may show the scores of an earlier assessment. */
  readonly open: number;
  readonly openWithScores: number;
  /** The mean overall risk; 0 if no row has scores. */
  readonly mean: number;
  readonly bands: readonly { readonly band: Band; readonly rows: number }[];
  /**
   * Rows per whole point of the overall risk: 0 to 0.9, 1 to 1.9, and so on. The last includes 10.
   */
  readonly points: readonly number[];
  /** The cumulative PE risk levels in the service's words, the most frequent first. */
  readonly peLevels: readonly (readonly [level: string, rows: number])[];
  readonly destinations: Destinations;
  readonly changes: Changes;
  readonly unfinished: readonly Unfinished[];
}

export function summarise({ rows, round }: ReportData): ReportSummary {
  const scored = rows
    .flatMap((row): ScoredRow[] => {
      const overall = row.scores?.overallTrip;
      if (overall === undefined) return [];
      return [{ ...row, overall: roundScore(overall), highestRisk: findHighestRisk(row.scores) }];
    })
    .toSorted(
      (a, b) => b.overall - a.overall || getHighestScore(b) - getHighestScore(a) || a.row - b.row,
    );
  const points = Array.from({ length: 10 }, () => 0);
  const inBand = new Map<Band, number>();
  const levels = new Map<string, number>();
  let sum = 0;
  for (const { overall, scores } of scored) {
    const point = Math.min(9, Math.floor(overall));
    points[point] = (points[point] ?? 0) + 1;
    increment(inBand, findBand(overall));
    sum += scores?.overallTrip ?? 0;
    if (scores?.cumulativePeRiskLevel) increment(levels, scores.cumulativePeRiskLevel);
  }
  const open = rows.filter(isUnfinished);
  return {
    rows: rows.length,
    scored,
    open: open.length,
    openWithScores: scored.filter(isUnfinished).length,
    mean: scored.length === 0 ? 0 : sum / scored.length,
    bands: bands.map((band) => ({ band, rows: inBand.get(band) ?? 0 })),
    points,
    peLevels: [...levels].toSorted(([, a], [, b]) => b - a),
    destinations: groupByDestination(scored),
    changes: compareScores(scored, round),
    unfinished: listUnfinished(open),
  };
}

export interface Change {
  readonly row: ScoredRow;
  /** The overall risks, rounded, and their difference. */
  readonly before: number;
  readonly now: number;
  readonly difference: number;
}

export interface Changes {
  readonly compared: number;
  /** The greatest rise first. */
  readonly risen: readonly Change[];
  readonly fallen: readonly Change[];
  readonly same: number;
  /** The number of rows that rose into a higher band. */
  readonly bandUp: number;
}

/** If there is a round, only its assessments count: other changes were reported earlier. */
export function compareScores(rows: readonly ScoredRow[], round: ReportData['round']): Changes {
  const since = round === undefined ? -Infinity : Date.parse(round.startedAt);
  const compared = rows.flatMap((scored) => {
    const { previous, assessedAt, overall } = scored;
    if (previous === undefined || isUnfinished(scored)) return [];
    if (assessedAt !== undefined && Date.parse(assessedAt) < since) return [];
    const before = roundScore(previous.overallTrip);
    return [{ row: scored, before, now: overall, difference: roundScore(overall - before) }];
  });
  const risen = compared
    .filter(({ difference }) => difference > 0)
    .toSorted((a, b) => b.difference - a.difference || b.now - a.now);
  const fallen = compared
    .filter(({ difference }) => difference < 0)
    .toSorted((a, b) => a.difference - b.difference || b.now - a.now);
  return {
    compared: compared.length,
    risen,
    fallen,
    same: compared.length - risen.length - fallen.length,
    bandUp: risen.filter(({ before, now }) => findBand(now) !== findBand(before)).length,
  };
}

/** People do not read a page of countries. */
const maxListed = 15;

interface Tally {
  readonly mean: number;
  readonly worst: number;
}

export interface RiskTallies {
  readonly rows: number;
  readonly risks: ReadonlyMap<RiskKind, Tally>;
}

export interface Destination extends RiskTallies {
  /** The name in the sheet; empty if it is unknown. */
  readonly name: string;
}

export interface OtherDestinations extends RiskTallies {
  readonly destinations: number;
}

export interface Destinations {
  /** Sorted by mean overall risk, the highest first. */
  readonly listed: readonly Destination[];
  /** The destinations with the fewest rows. */
  readonly others?: OtherDestinations;
}

function groupByDestination(rows: readonly ScoredRow[]): Destinations {
  const byName = Map.groupBy(rows, ({ destination }) => destination.trim());
  const fullest = [...byName].toSorted(([, a], [, b]) => b.length - a.length);
  // A single remaining destination is listed, because "others" would take as much space.
  const listedCount = fullest.length > maxListed + 1 ? maxListed : fullest.length;
  const listed = fullest
    .slice(0, listedCount)
    .map(([name, group]) => ({ name, ...tallyRisks(group) }))
    .toSorted((a, b) => getOverallMean(b) - getOverallMean(a));
  const rest = fullest.slice(listedCount);
  if (rest.length === 0) return { listed };
  const others = tallyRisks(rest.flatMap(([, group]) => group));
  return { listed, others: { destinations: rest.length, ...others } };
}

export function getOverallMean({ risks }: RiskTallies): number {
  return risks.get('overallTrip')?.mean ?? 0;
}

export interface Reason {
  /** The message of the first row. */
  readonly message: string;
  readonly rows: readonly number[];
  /** False if the messages differ in a row number, value or time. */
  readonly isSameForAll: boolean;
}

export interface Unfinished {
  readonly status: UnfinishedStatus;
  readonly rows: number;
  /** Sorted by the number of rows, the highest first. */
  readonly reasons: readonly Reason[];
}
export type UnfinishedStatus = Exclude<RowStatus, SuccessStatus>;

function getHighestScore({ highestRisk }: ScoredRow): number {
  return highestRisk?.score ?? 0;
}

function increment<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function tallyRisks(rows: readonly ScoredRow[]): RiskTallies {
  const tallies = riskKinds.map((kind) => ({ kind, count: 0, sum: 0, worst: 0 }));
  for (const { scores = {} } of rows) {
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
  return { rows: rows.length, risks: new Map(risks) };
}

/** The statuses in the order of display: the first need a person. */
const unfinished: readonly UnfinishedStatus[] = [
  'Unconfirmed',
  'Rejected',
  'Invalid',
  'Duplicate',
  'Forgotten',
  'Pending',
  'Not sent',
];

function isUnfinished({ status }: ReportRow): boolean {
  return unfinished.some((unfinishedStatus) => unfinishedStatus === status);
}

function listUnfinished(rows: readonly ReportRow[]): Unfinished[] {
  const byStatus = Map.groupBy(rows, ({ status }) => status);
  return unfinished.flatMap((status) => {
    const group = byStatus.get(status);
    if (group === undefined) return [];
    return [{ status, rows: group.length, reasons: groupReasons(group) }];
  });
}

function groupReasons(rows: readonly ReportRow[]): Reason[] {
  // Messages are compared without the row numbers, times and values in them.
  const byReason = Map.groupBy(rows, ({ message }) =>
    message.replaceAll(/"[^"]*"|\S*\d\S*/g, '#').trim(),
  );
  return [...byReason.values()]
    .map((group) => ({
      message: group[0]?.message.trim() ?? '',
      rows: group.map(({ row }) => row),
      isSameForAll: group.every(({ message }) => message === group[0]?.message),
    }))
    .toSorted((a, b) => b.rows.length - a.rows.length);
}
