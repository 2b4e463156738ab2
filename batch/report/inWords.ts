import { sanitized } from '../../src/sanitized.js';
import { count, shortened, formatNumber } from '../wording/words.js';
import { overallMean, type ReportSummary, summarise } from '../engine/report/summary.js';
import type { ReportData } from '../engine/report/reportData.js';
import { bands } from '../engine/report/risks.js';
import {
  bandLimits,
  bandWords,
  caseName,
  changeWords,
  destinationName,
  scoreText,
} from './words.js';

/** At most this many of each kind; the report has the others. */
const mostNamed = 3;

/**
 * The report in a few plain lines, for a terminal. It names people and countries; see
 * {@link reportInNumbers}. Empty when nothing is scored.
 */
export function reportInWords(data: ReportData): string[] {
  const summary = summarise(data);
  const { scored, destinations, changes } = summary;
  const [worst] = scored;
  if (worst === undefined) return [];
  const lines = [
    ...numberLines(data, summary),
    `  Where:    ${destinations.listed
      .slice(0, mostNamed)
      .map(
        (place) =>
          `${destinationName(place)} ${scoreText(overallMean(place))} (${formatNumber(place.cases)})`,
      )
      .join(', ')}; mean overall risk (cases)`,
    `  First:    ${scored
      .slice(0, mostNamed)
      .map(
        (one) =>
          `${caseName(one)}${one.destination === '' ? '' : `, ${one.destination}`} ${scoreText(one.overall)} (row ${one.row})`,
      )
      .join('; ')}`,
  ];
  if (changes.compared > 0) {
    lines.push(`  Changed:  ${changeWords(changes)} since the previous assessment`);
    lines.push(
      ...changes.risen
        .slice(0, mostNamed)
        .map(
          ({ case: one, before, now, by }) =>
            `            ${caseName(one)} rose by ${scoreText(by)}, from ${scoreText(before)} to ${scoreText(now)} (row ${one.row})`,
        ),
    );
  }
  return lines.map((line) => shortened(sanitized(line), 300));
}

/** The same without people and countries, for output that others may see. */
export function reportInNumbers(data: ReportData): string[] {
  const summary = summarise(data);
  return summary.scored.length === 0 ? [] : numberLines(data, summary);
}

function numberLines({ isSandboxRun }: ReportData, summary: ReportSummary): string[] {
  const limits = bands.map((band) => `${band.name} ${bandLimits(band)}`).join(', ');
  return [
    `Risks of ${count(summary.scored.length, 'case')}${isSandboxRun ? '; the scores are made up' : ''}:`,
    `  Overall:  ${bandWords(summary)} (${limits}); mean ${scoreText(summary.mean)}`,
  ];
}
