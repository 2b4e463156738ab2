import { sanitize } from '../../src/sanitized.js';
import { shorten } from '../wording/words.js';
import { getOverallMean, type ReportSummary, summarise } from '../engine/report/summary.js';
import type { ReportData } from '../engine/report/reportData.js';
import { bands } from '../engine/report/risks.js';
import { englishReport } from './english.js';
import { getBandCounts, getChangeCounts, nameDestination, nameRow } from './words.js';

const { bandLimits, countBands, countChanges, countRows, formatNumber, formatScore } =
  englishReport;

/** The report itself lists more. */
const maxNamed = 3;
/** A sheet may contain very long names. */
const maxLineLength = 300;

/** Names people and countries, which {@link reportInNumbers} leaves out. */
export function reportInWords(data: ReportData): string[] {
  const summary = summarise(data);
  const { scored, destinations, changes } = summary;
  if (scored.length === 0) return [];
  const lines = [
    ...createNumberLines(data, summary),
    `  Where:    ${destinations.listed
      .slice(0, maxNamed)
      .map(
        (place) =>
          `${nameDestination(place, englishReport)} ${formatScore(getOverallMean(place))} (${formatNumber(place.rows)})`,
      )
      .join(', ')}; mean overall risk (rows)`,
    `  Highest:  ${scored
      .slice(0, maxNamed)
      .map(
        (row) =>
          `${nameRow(row, englishReport)}${row.destination === '' ? '' : `, ${row.destination}`} ${formatScore(row.overall)} (row ${row.row})`,
      )
      .join('; ')}`,
  ];
  if (changes.compared > 0) {
    lines.push(
      `  Changed:  ${countChanges(getChangeCounts(changes))} since the previous assessment`,
    );
    lines.push(
      ...changes.risen
        .slice(0, maxNamed)
        .map(
          ({ row, before, now, difference }) =>
            `            ${nameRow(row, englishReport)} rose by ${formatScore(difference)}, from ${formatScore(before)} to ${formatScore(now)} (row ${row.row})`,
        ),
    );
  }
  return lines.map((line) => shorten(sanitize(line), maxLineLength));
}

/** Names no people and countries, because other people may see the output. */
export function reportInNumbers(data: ReportData): string[] {
  const summary = summarise(data);
  return summary.scored.length === 0 ? [] : createNumberLines(data, summary);
}

function createNumberLines({ isSandboxRun }: ReportData, summary: ReportSummary): string[] {
  const limits = bands.map((band) => `${band.name} ${bandLimits(band)}`).join(', ');
  return [
    `Risks of ${countRows(summary.scored.length)}${isSandboxRun ? '; the scores are made up' : ''}:`,
    `  Overall:  ${countBands(getBandCounts(summary))} (${limits}); mean ${formatScore(summary.mean)}`,
  ];
}
