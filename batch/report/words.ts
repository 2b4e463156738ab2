import { capital, count, formatNumber, shortened } from '../wording/words.js';
import {
  type Changes,
  type Destination,
  type Destinations,
  type OtherDestinations,
  overallMean,
  type ReportSummary,
} from '../engine/report/summary.js';
import type { ReportCase } from '../engine/report/reportData.js';
import { type Band, type RiskKind, riskLabels, rounded } from '../engine/report/risks.js';

/** `6.0` */
export function scoreText(score: number): string {
  return rounded(score).toFixed(1);
}

/** `Payroll tax` */
export function riskLabel(kind: RiskKind): string {
  return riskLabels[kind].replace(/ risk$/, '');
}

/** `Higher` */
export function bandName({ name }: Band): string {
  return capital(name);
}

/** `4 to 6.9` */
export function bandLimits({ from, to }: Band): string {
  return `${from} to ${to}`;
}

/** The most characters of a destination's name; longer text is in the wrong column. */
const longestName = 60;

/** The name of a destination, or of those that are not listed. */
export function destinationName(place: Destination | OtherDestinations): string {
  if ('destinations' in place) return `${formatNumber(place.destinations)} others`;
  return place.name === '' ? 'Not known' : shortened(place.name, longestName);
}

/** The summary in one sentence, for the top of the report. */
export function headline({ cases, scored, bands }: ReportSummary): string {
  if (cases === 0) return 'There are no cases in this sheet';
  if (scored.length === 0) {
    return cases === 1
      ? 'The case has no scores yet'
      : `None of the ${count(cases, 'case')} has scores yet`;
  }
  const higher = bands[0]?.cases ?? 0;
  const isIn = higher < 2 ? 'is in the higher band' : 'are in the higher band';
  if (scored.length === 1)
    return `The one scored case ${higher === 0 ? isIn.replace('is', 'is not') : isIn}`;
  const of = `of ${formatNumber(scored.length)} scored cases ${isIn}`;
  return higher === 0 ? `None ${of}` : `${formatNumber(higher)} ${of}`;
}

/** `14 higher, 52 middle, 44 lower` */
export function bandWords({ bands }: ReportSummary): string {
  return bands.map(({ band, cases }) => `${formatNumber(cases)} ${band.name}`).join(', ');
}

/** Where the mean overall risk is highest. */
export function destinationWords({ listed, others }: Destinations): string {
  const [first] = listed;
  if (first === undefined) return '';
  const mean = `${scoreText(overallMean(first))} over ${count(first.cases, 'case')}`;
  if (listed.length === 1) return `All cases go to one destination, ${destinationName(first)}`;
  const among = others === undefined ? '' : ` of the ${listed.length} busiest destinations`;
  return `${destinationName(first)} has the highest mean overall risk${among}: ${mean}`;
}

/** `12 rose, 30 fell, 54 stayed the same` */
export function changeWords({ risen, fallen, same }: Changes): string {
  const parts: [number, string][] = [
    [risen.length, 'rose'],
    [fallen.length, 'fell'],
    [same, 'stayed the same'],
  ];
  return parts.map(([number, verb]) => `${formatNumber(number)} ${verb}`).join(', ');
}

/** The name of a case; never empty. */
export function caseName({ employeeId, row }: ReportCase): string {
  return employeeId === '' ? `Row ${formatNumber(row)}` : employeeId;
}

/** `6 January 2027 at 08:00 UTC`; the text itself if it is not a time. */
export function timeWords(iso: string): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  const time = new Intl.DateTimeFormat('en-GB', {
    ...({ dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const),
  });
  return `${time.format(at)} UTC`;
}
