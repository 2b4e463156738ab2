import { capital, shorten } from '../wording/words.js';
import type {
  Changes,
  Destination,
  OtherDestinations,
  ReportSummary,
  UnfinishedStatus,
} from '../engine/report/summary.js';
import type { ReportData, ReportRow } from '../engine/report/reportData.js';
import { type Band, type RiskKind, rounded } from '../engine/report/risks.js';

/** The formats of numbers and times in a language. */
export interface ReportFormats {
  /** Formats a number: `1,200`. */
  readonly formatNumber: (number: number) => string;
  /** Formats a score: `6.0`. */
  readonly formatScore: (score: number) => string;
  /** Formats a time: `6 January 2027 at 08:00 UTC`. Returns any other text unchanged. */
  readonly formatTime: (iso: string) => string;
}

/** Creates the formats for a language or region, such as `de` or `en-GB`. */
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
    formatScore: (score) => scores.format(rounded(score)),
    formatTime(iso) {
      const at = Date.parse(iso);
      return Number.isNaN(at) ? iso : `${times.format(at)} UTC`;
    },
  };
}

/** The number of rows in each band. */
export type BandCounts = Readonly<Record<Band['name'], number>>;

export interface ChangeCounts {
  readonly risen: number;
  readonly fallen: number;
  readonly same: number;
}

/** The texts of a report in one language, in the order of the report. */
export interface ReportWords extends ReportFormats {
  /** The language tag of the page. */
  readonly language: string;
  /** Formats a number of rows: `1 row`, `1,200 rows`. */
  readonly countRows: (rows: number) => string;
  /** Formats a row number: `row 5`. */
  readonly row: (row: number) => string;
  /**
   * Formats a list of row numbers. `count` is the number of all rows; `rows` may contain only the
   * first of them.
   */
  readonly listRows: (rows: readonly number[], count: number) => string;
  /** The labels of the risks. A soft hyphen marks where a long word may break. */
  readonly risks: Readonly<Record<RiskKind, string>>;
  readonly bands: Readonly<Record<Band['name'], string>>;
  /** Formats the limits of a band: `4 to 6.9`. */
  readonly bandLimits: (band: Band) => string;
  /** Formats the number of rows in each band: `14 higher, 52 middle, 44 lower`. */
  readonly countBands: (rows: BandCounts) => string;
  /** Formats the numbers of changes: `12 rose, 30 fell, 54 stayed the same`. */
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
    /** Summarises the report in one sentence. `higher` is the number of rows in the higher band. */
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
    /** Formats a share of rows: `18%`. */
    readonly percent: (percent: number) => string;
    readonly belowPercent: (percent: number) => string;
    readonly abovePercent: (percent: number) => string;
    /**
     * Formats the risk levels of the service with their numbers of rows. `more` is the number of
     * omitted levels.
     */
    readonly levels: (
      levels: readonly (readonly [level: string, rows: number])[],
      more: number,
    ) => string;
  };
  readonly where: {
    readonly topic: string;
    readonly oneDestination: (name: string) => string;
    readonly highest: (place: Readonly<{ name: string; mean: number; rows: number }>) => string;
    /** The title if only the destinations with the most rows are compared. */
    readonly highestOfBusiest: (
      place: Readonly<{ name: string; mean: number; rows: number; compared: number }>,
    ) => string;
    readonly lead: string;
    readonly others: (listed: number, others: number) => string;
    readonly chart: string;
    /** Formats the worst score, which is shown below the mean: `worst 8.3`. */
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
    /** Describes a trip or hire. Both arguments are not empty. */
    readonly trip: (purpose: string, destination: string) => string;
    readonly report: string;
    readonly reportOnRow: (row: number) => string;
    readonly noLink: string;
  };
  readonly changes: {
    readonly topic: string;
    readonly none: string;
    readonly noneHint: string;
    /**
     * Formats the number of rows that were assessed again; `bandUp` is the number of rows that rose
     * into a higher band.
     */
    readonly compared: (
      count: Readonly<{ rows: number; bandUp: number; round: number | undefined }>,
    ) => string;
    readonly notCompared: (rows: number) => string;
    /** Formats the numbers of rows that are not listed; at least one number is not 0. */
    readonly omitted: (rows: Omit<ChangeCounts, 'same'>) => string;
  };
  readonly unfinished: {
    readonly topic: string;
    readonly none: string;
    readonly title: (rows: number) => string;
    readonly withScores: (rows: number) => string;
    readonly status: (status: UnfinishedStatus, rows: number) => string;
    readonly example: (message: string) => string;
    /** Formats the number of omitted reasons. `where` is a clause about where they are listed. */
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

/** The maximum length of a destination; a longer text is a mistake in the sheet. */
const maxNameLength = 60;

/** Returns the name of a destination, or the number of destinations that are not listed. */
export function nameDestination(
  place: Destination | OtherDestinations,
  { otherDestinations, unknownDestination }: ReportWords,
): string {
  if ('destinations' in place) return otherDestinations(place.destinations);
  return place.name === '' ? unknownDestination : shorten(place.name, maxNameLength);
}

/**
 * Returns the name and Employee ID of the person in a row, or the row number if both are unknown.
 */
export function nameRow({ name = '', employeeId, row }: ReportRow, words: ReportWords): string {
  const known = [name, employeeId].filter((text) => text !== '');
  return known.length === 0 ? capital(words.row(row)) : known.join(', ');
}
