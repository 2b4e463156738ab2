import { capital, count, formatNumber, shorten } from '../wording/words.js';
import {
  type Changes,
  type Destination,
  type Destinations,
  type OtherDestinations,
  overallMean,
  type ReportSummary,
} from '../engine/report/summary.js';
import type { ReportRow } from '../engine/report/reportData.js';
import { type Band, type RiskKind, riskLabels, rounded } from '../engine/report/risks.js';

/** Formats a score: `6.0`. */
export function scoreText(score: number): string {
  return rounded(score).toFixed(1);
}

/** Names a kind of risk: `Payroll tax`. */
export function riskLabel(kind: RiskKind): string {
  return riskLabels[kind].replace(/ risk$/, '');
}

/** Names a band: `Higher`. */
export function bandName({ name }: Band): string {
  return capital(name);
}

/** Formats the limits of a band: `4 to 6.9`. */
export function bandLimits({ from, to }: Band): string {
  return `${from} to ${to}`;
}

/** The most characters of a destination: a longer text is a mistake in the sheet. */
const maxNameLength = 60;

/** Names a destination, or the number of destinations that are not listed. */
export function destinationName(place: Destination | OtherDestinations): string {
  if ('destinations' in place) return `${formatNumber(place.destinations)} others`;
  return place.name === '' ? 'Not known' : shorten(place.name, maxNameLength);
}

/** Summarises the report in one sentence, for its main heading. */
export function headline({ rows, scored, bands }: ReportSummary): string {
  if (rows === 0) return 'This sheet has no rows with inputs';
  if (scored.length === 0) {
    return rows === 1
      ? 'The row has no scores yet'
      : `None of the ${count(rows, 'row')} has scores yet`;
  }
  const higher = bands[0]?.rows ?? 0;
  const inBand = higher < 2 ? 'is in the higher band' : 'are in the higher band';
  if (scored.length === 1)
    return `The one scored row ${higher === 0 ? inBand.replace('is', 'is not') : inBand}`;
  const of = `of ${formatNumber(scored.length)} scored rows ${inBand}`;
  return higher === 0 ? `None ${of}` : `${formatNumber(higher)} ${of}`;
}

/** Words the bands: `14 higher, 52 middle, 44 lower`. */
export function bandWords({ bands }: ReportSummary): string {
  return bands.map(({ band, rows }) => `${formatNumber(rows)} ${band.name}`).join(', ');
}

/** Names the destination with the highest mean overall risk. */
export function destinationWords({ listed, others }: Destinations): string {
  const [first] = listed;
  if (first === undefined) return '';
  const mean = `${scoreText(overallMean(first))} over ${count(first.rows, 'row')}`;
  if (listed.length === 1) return `All rows have one destination, ${destinationName(first)}`;
  const among = others === undefined ? '' : ` of the ${listed.length} busiest destinations`;
  return `${destinationName(first)} has the highest mean overall risk${among}: ${mean}`;
}

/** Words the changes: `12 rose, 30 fell, 54 stayed the same`. */
export function changeWords({ risen, fallen, same }: Changes): string {
  const parts: [number, string][] = [
    [risen.length, 'rose'],
    [fallen.length, 'fell'],
    [same, 'stayed the same'],
  ];
  return parts.map(([number, verb]) => `${formatNumber(number)} ${verb}`).join(', ');
}

/** Names a row of the report by its person and Employee ID, or by its row number if both are unknown. */
export function rowName({ name = '', employeeId, row }: ReportRow): string {
  const known = [name, employeeId].filter((text) => text !== '');
  return known.length === 0 ? `Row ${formatNumber(row)}` : known.join(', ');
}

/** Formats a time: `6 January 2027 at 08:00 UTC`. Returns other texts unchanged. */
export function timeWords(iso: string): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  const time = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${time.format(at)} UTC`;
}
