import { type Band, type RiskKind, riskLabels } from '../engine/report/risks.js';
import { count, listRows } from '../wording/words.js';
import { createFormats, type ReportWords } from './words.js';

const formats = createFormats('en-GB');
const { formatNumber, formatScore, formatTime } = formats;

const bandLimits = ({ from, to }: Band) => `${from} to ${to}`;

const countBands: ReportWords['countBands'] = ({ higher, middle, lower }) =>
  `${formatNumber(higher)} higher, ${formatNumber(middle)} middle, ${formatNumber(lower)} lower`;

export const englishReport: ReportWords = {
  ...formats,
  language: 'en',
  countRows: (rows) => count(rows, 'row'),
  row: (row) => `row ${formatNumber(row)}`,
  listRows: listRows,
  risks: {
    overallTrip: labelRisk('overallTrip'),
    workingRights: labelRisk('workingRights'),
    payrollTax: labelRisk('payrollTax'),
    socialSecurity: labelRisk('socialSecurity'),
    corporateTax: labelRisk('corporateTax'),
    employmentLaw: labelRisk('employmentLaw'),
    contractorMisclass: labelRisk('contractorMisclass'),
  },
  bands: { higher: 'Higher', middle: 'Middle', lower: 'Lower' },
  bandLimits,
  countBands,
  countChanges: ({ risen, fallen, same }) =>
    `${formatNumber(risen)} rose, ${formatNumber(fallen)} fell, ${formatNumber(same)} stayed the same`,
  unknownDestination: 'Not known',
  otherDestinations: (destinations) => `${formatNumber(destinations)} others`,
  showTable: 'Show as a table',
  columns: {
    before: 'Before',
    change: 'Change',
    destination: 'Destination',
    highestRisk: 'Highest risk',
    now: 'Now',
    overall: 'Overall',
    overallRisk: 'Overall trip risk',
    person: 'Person',
    report: 'Report',
    rows: 'Rows',
    share: 'Share',
  },
  header: {
    topic: 'Remote work risks',
    title: (file) => `Remote work risks: ${file}`,
    sandbox: 'Sandbox run: all scores are made up.',
    sandboxHint:
      'They come from a sandbox on one computer and say nothing about real people, places or risks.',
    headline({ rows, scored, higher }) {
      if (rows === 0) return 'This sheet has no rows with inputs';
      if (scored === 0) {
        return rows === 1
          ? 'The row has no scores yet'
          : `None of the ${count(rows, 'row')} has scores yet`;
      }
      if (scored === 1) {
        return higher === 0
          ? 'The one scored row is not in the higher band'
          : 'The one scored row is in the higher band';
      }
      if (higher === 0) return `None of ${formatNumber(scored)} scored rows is in the higher band`;
      return `${formatNumber(higher)} of ${formatNumber(scored)} scored rows ${higher === 1 ? 'is' : 'are'} in the higher band`;
    },
    source: ({ file, sheet, generatedAt }) =>
      `${file}, sheet "${sheet}", ${formatTime(generatedAt)}`,
    round: ({ number, name, startedAt }) =>
      name === undefined
        ? `Round ${formatNumber(number)}, started ${formatTime(startedAt)}`
        : `Round ${formatNumber(number)} (${name}), started ${formatTime(startedAt)}`,
    service: (name) => `Service: ${name}`,
    rows: (rows) => (rows === 1 ? 'row' : 'rows'),
    scored: 'with scores',
    unfinished: 'unfinished',
    mean: 'mean overall risk',
    risen: 'higher than last time',
  },
  nothingScored: { topic: 'What to do', title: 'Assess the sheet first' },
  howRisky: {
    topic: 'How risky',
    lead: 'The service does not define which scores are high. This report sorts the rows into three bands of its own.',
    chart: (rows) => `Number of rows by overall trip risk: ${countBands(rows)}`,
    chartCaption:
      'Rows by overall trip risk. The bar at 4 counts the scores from 4 to 4.9, and so on.',
    tableCaption: 'Rows by overall trip risk',
    percent: (percent) => `${percent}%`,
    belowPercent: (percent) => `below ${percent}%`,
    abovePercent: (percent) => `above ${percent}%`,
    levels(levels, more) {
      const listed = levels.map(([level, rows]) => `${level} for ${count(rows, 'row')}`).join(', ');
      const others = more === 0 ? '' : `, and ${count(more, 'more level')}`;
      return `Cumulative PE risk level of the work trips, in the service’s own words: ${listed}${others}.`;
    },
  },
  where: {
    topic: 'Where',
    oneDestination: (name) => `All rows have one destination, ${name}`,
    highest: ({ name, mean, rows }) =>
      `${name} has the highest mean overall risk: ${formatScore(mean)} over ${count(rows, 'row')}`,
    highestOfBusiest: ({ name, mean, rows, compared }) =>
      `${name} has the highest mean overall risk of the ${compared} busiest destinations: ${formatScore(mean)} over ${count(rows, 'row')}`,
    lead: 'The large number is the mean score of the rows; its colour goes from green for 0 to red for 10. The small number below it is the worst single score.',
    others: (listed, others) =>
      `The ${listed} destinations with the most rows have a line each; the last line combines the other ${formatNumber(others)}.`,
    chart: 'Mean and worst score by destination and kind of risk',
    worst: (score) => `worst ${formatScore(score)}`,
    table: 'Scores by destination',
    tableCaption: 'Mean score by destination and kind of risk, with the worst score in brackets',
    noScore: 'none',
  },
  first: {
    topic: 'Where to look first',
    allRows: 'All scored rows, highest overall risk first',
    firstRows: (rows) => `The ${rows} rows with the highest overall risk`,
    more: (rows) => `The sheet has ${count(rows, 'more scored row')}.`,
    trip: (purpose, destination) => `${purpose} to ${destination}`,
    report: 'Report',
    reportOnRow: (row) => `Report of row ${formatNumber(row)}`,
    noLink: 'no link',
  },
  changes: {
    topic: 'What changed',
    none: 'Nothing to compare yet',
    noneHint: 'A row can be compared once it has been assessed again.',
    compared: ({ rows, bandUp, round }) =>
      round === undefined
        ? `${count(rows, 'row')} assessed again; ${formatNumber(bandUp)} rose into a higher band.`
        : `${count(rows, 'row')} assessed again in round ${round}; ${formatNumber(bandUp)} rose into a higher band.`,
    notCompared: (rows) => `${count(rows, 'other row')} cannot be compared yet.`,
    omitted({ risen, fallen }) {
      const parts = [
        ...(risen === 0 ? [] : [`${formatNumber(risen)} more that rose`]),
        ...(fallen === 0 ? [] : [`${formatNumber(fallen)} more that fell`]),
      ];
      return `Not listed: ${parts.join(', ')}.`;
    },
  },
  unfinished: {
    topic: 'What is unfinished',
    none: 'Nothing: every row is scored',
    title: (rows) => `${count(rows, 'row')} ${rows === 1 ? 'is' : 'are'} not finished`,
    withScores: (rows) =>
      `${formatNumber(rows)} of them still ${rows === 1 ? 'shows' : 'show'} the scores of an earlier assessment.`,
    status: (status, rows) => `${status}: ${count(rows, 'row')}`,
    example: (message) => `For example: ${message}`,
    otherReasons: (rows, reasons, where) =>
      `${count(rows, 'row')} for ${count(reasons, 'other reason')}: ${where}.`,
  },
  howToRead:
    'The service scores each risk from 0 to 10; a higher number is a higher risk. Scores are rounded to one decimal before they are compared and sorted into bands. Means include only rows that have the score.',
};

/** Omits the word "risk", because the headings of the report contain it. */
function labelRisk(kind: RiskKind): string {
  return riskLabels[kind].replace(/ risk$/, '');
}
