import { capitalize, shorten } from '../wording/words.js';
import type {
  Changes,
  Destination,
  OtherDestinations,
  ReportSummary,
  UnfinishedStatus,
} from '../engine/report/summary.js';
import type { ReportData, ReportRow } from '../engine/report/reportData.js';
import { type Band, type RiskKind, roundScore } from '../engine/report/risks.js';

export interface ReportFormats {
  /** `1,200` */
  readonly formatNumber: (number: number) => string;
  /** `6.0` */
  readonly formatScore: (score: number) => string;
  /** `6 January 2027 at 08:00 UTC`; any other text stays unchanged. */
  readonly formatTime: (iso: string) => string;
}

export function createFormats(locale: string): ReportFormats {
  const numbers = new Intl.NumberFormat(locale);
  const scores = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const times = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return {
    formatNumber: (number) => numbers.format(number),
    formatScore: (score) => scores.format(roundScore(score)),
    formatTime(iso) {
      const at = Date.parse(iso);
      return Number.isNaN(at) ? iso : `${times.format(at)} UTC`;
    },
  };
}

export type BandCounts = Readonly<Record<Band['name'], number>>;

export interface ChangeCounts {
  readonly risen: number;
  readonly fallen: number;
  readonly same: number;
}

export interface ReportWords extends ReportFormats {
  readonly language: string;
  /** `1 row`, `1,200 rows` */
  readonly countRows: (rows: number) => string;
  /** `row 5` */
  readonly row: (row: number) => string;
  /** `count` is the number of all rows; `rows` may contain only the first of them. */
  readonly listRows: (rows: readonly number[], count: number) => string;
  /** A soft hyphen marks where a long word may break. */
  readonly risks: Readonly<Record<RiskKind, string>>;
  readonly bands: Readonly<Record<Band['name'], string>>;
  /** `4 to 6.9` */
  readonly bandLimits: (band: Band) => string;
  /** `14 higher, 52 middle, 44 lower` */
  readonly countBands: (rows: BandCounts) => string;
  /** `12 rose, 30 fell, 54 stayed the same` */
  readonly countChanges: (changes: ChangeCounts) => string;
  readonly unknownDestination: string;
  readonly otherDestinations: (destinations: number) => string;
  readonly showTable: string;
  readonly columns: Readonly<
    Record<
      | 'before'
      | 'change'
      | 'destination'
      | 'highestRisk'
      | 'now'
      | 'overall'
      | 'overallRisk'
      | 'person'
      | 'report'
      | 'rows'
      | 'share',
      string
    >
  >;
  readonly header: {
    readonly topic: string;
    readonly title: (file: string) => string;
    readonly sandbox: string;
    readonly sandboxHint: string;
    /** `higher` is the number of rows in the higher band. */
    readonly headline: (count: Readonly<Record<'higher' | 'rows' | 'scored', number>>) => string;
    readonly source: (data: Pick<ReportData, 'file' | 'generatedAt' | 'sheet'>) => string;
    readonly round: (round: NonNullable<ReportData['round']>) => string;
    readonly service: (name: string) => string;
    /** The label of a number in the header, like the next four properties. */
    readonly rows: (rows: number) => string;
    readonly scored: string;
    readonly unfinished: string;
    readonly mean: string;
    readonly risen: string;
  };
  readonly nothingScored: { readonly topic: string; readonly title: string };
  readonly howRisky: {
    readonly topic: string;
    readonly lead: string;
    readonly chart: (rows: BandCounts) => string;
    readonly chartCaption: string;
    readonly tableCaption: string;
    /** `18%` */
    readonly percent: (percent: number) => string;
    readonly belowPercent: (percent: number) => string;
    readonly abovePercent: (percent: number) => string;
    /** `more` is the number of omitted levels. */
    readonly levels: (
      levels: readonly (readonly [level: string, rows: number])[],
      more: number,
    ) => string;
  };
  readonly where: {
    readonly topic: string;
    readonly oneDestination: (name: string) => string;
    readonly highest: (place: Readonly<{ name: string; mean: number; rows: number }>) => string;
    /** Replaces `highest` if only the destinations with the most rows are compared. */
    readonly highestOfBusiest: (
      place: Readonly<{ name: string; mean: number; rows: number; compared: number }>,
    ) => string;
    readonly lead: string;
    readonly others: (listed: number, others: number) => string;
    readonly chart: string;
    /** Shown below the mean: `worst 8.3`. */
    readonly worst: (score: number) => string;
    readonly table: string;
    readonly tableCaption: string;
    readonly noScore: string;
  };
  readonly first: {
    readonly topic: string;
    readonly allRows: string;
    readonly firstRows: (rows: number) => string;
    readonly more: (rows: number) => string;
    /** The arguments are never empty. */
    readonly trip: (purpose: string, destination: string) => string;
    readonly report: string;
    readonly reportOnRow: (row: number) => string;
    readonly noLink: string;
  };
  readonly changes: {
    readonly topic: string;
    readonly none: string;
    readonly noneHint: string;
    /** `bandUp` is the number of rows that rose into a higher band. */
    readonly compared: (
      count: Readonly<{ rows: number; bandUp: number; round: number | undefined }>,
    ) => string;
    readonly notCompared: (rows: number) => string;
    /** Counts the rows that are not listed. At least one number is not 0. */
    readonly omitted: (rows: Omit<ChangeCounts, 'same'>) => string;
  };
  readonly unfinished: {
    readonly topic: string;
    readonly none: string;
    readonly title: (rows: number) => string;
    readonly withScores: (rows: number) => string;
    readonly status: (status: UnfinishedStatus, rows: number) => string;
    readonly example: (message: string) => string;
    /** `where` is a clause about where the reasons are listed. */
    readonly otherReasons: (rows: number, reasons: number, where: string) => string;
  };
  readonly howToRead: string;
}

export function getBandCounts({ bands }: ReportSummary): BandCounts {
  const counts = { higher: 0, middle: 0, lower: 0 };
  for (const { band, rows } of bands) counts[band.name] = rows;
  return counts;
}

export function getChangeCounts({ risen, fallen, same }: Changes): ChangeCounts {
  return { risen: risen.length, fallen: fallen.length, same };
}

/** A longer text is a mistake in the sheet. */
const maxNameLength = 60;

export function nameDestination(
  place: Destination | OtherDestinations,
  { otherDestinations, unknownDestination }: ReportWords,
): string {
  if ('destinations' in place) return otherDestinations(place.destinations);
  return place.name === '' ? unknownDestination : shorten(place.name, maxNameLength);
}

/** Returns the row number if both name and Employee ID are unknown. */
export function nameRow({ name = '', employeeId, row }: ReportRow, words: ReportWords): string {
  const known = [name, employeeId].filter((text) => text !== '');
  return known.length === 0 ? capitalize(words.row(row)) : known.join(', ');
}
