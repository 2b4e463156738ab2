import { sanitize } from '../../src/sanitized.js';
import { count, shorten, formatNumber } from '../wording/words.js';
import { overallMean, type ReportSummary, summarise } from '../engine/report/summary.js';
import type { ReportData } from '../engine/report/reportData.js';
import { bands } from '../engine/report/risks.js';
import {
  bandLimits,
  bandWords,
  rowName,
  changeWords,
  destinationName,
  scoreText,
} from './words.js';

/** The most destinations, rows and changes that are named; the report lists more. */
const maxNamed = 3;

/**
 * Summarises the report in a few lines for a terminal, with people and countries; {@link
 * reportInNumbers} leaves these out. Returns no lines if no row is scored.
 */
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
          `${destinationName(place)} ${scoreText(overallMean(place))} (${formatNumber(place.rows)})`,
      )
      .join(', ')}; mean overall risk (rows)`,
    `  Highest:  ${scored
      .slice(0, maxNamed)
      .map(
        (row) =>
          `${rowName(row)}${row.destination === '' ? '' : `, ${row.destination}`} ${scoreText(row.overall)} (row ${row.row})`,
      )
      .join('; ')}`,
  ];
  if (changes.compared > 0) {
    lines.push(`  Changed:  ${changeWords(changes)} since the previous assessment`);
    lines.push(
      ...changes.risen
        .slice(0, maxNamed)
        .map(
          ({ row, before, now, difference }) =>
            `            ${rowName(row)} rose by ${scoreText(difference)}, from ${scoreText(before)} to ${scoreText(now)} (row ${row.row})`,
        ),
    );
  }
  return lines.map((line) => shorten(sanitize(line), 300));
}

/** Summarises the report without people and countries, for output that others may see. */
export function reportInNumbers(data: ReportData): string[] {
  const summary = summarise(data);
  return summary.scored.length === 0 ? [] : createNumberLines(data, summary);
}

function createNumberLines({ isSandboxRun }: ReportData, summary: ReportSummary): string[] {
  const limits = bands.map((band) => `${band.name} ${bandLimits(band)}`).join(', ');
  return [
    `Risks of ${count(summary.scored.length, 'row')}${isSandboxRun ? '; the scores are made up' : ''}:`,
    `  Overall:  ${bandWords(summary)} (${limits}); mean ${scoreText(summary.mean)}`,
  ];
}
