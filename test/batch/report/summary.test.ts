import { describe, expect, it } from 'vitest';
import { summarise } from '../../../batch/engine/report/summary.js';
import type { ReportRow, ReportData } from '../../../batch/engine/report/reportData.js';
import { findBand, roundScore } from '../../../batch/engine/report/risks.js';
import { createReport, createScoredRow, createUnfinishedRow } from './testReport.js';

it.each([
  [0, 'lower'],
  [3.94, 'lower'],
  [3.95, 'middle'],
  [4, 'middle'],
  [6.94, 'middle'],
  [6.96, 'higher'],
  [7, 'higher'],
  [10, 'higher'],
])('a score of %d is in the band %s', (score, band) => {
  expect(findBand(roundScore(score)).name).toBe(band);
});

describe('the scored rows', () => {
  it('are sorted by overall risk, then by the highest single risk, then by row', () => {
    const rows = [
      createScoredRow(2, 5),
      createScoredRow(3, 9),
      createScoredRow(4, 9, { scores: { overallTrip: 9, payrollTax: 9.5 } }),
      createScoredRow(5, 9),
    ];
    expect(summarise(createReport(rows)).scored.map(({ row }) => row)).toEqual([4, 3, 5, 2]);
  });

  it('include rows that keep the scores of an earlier assessment', () => {
    const { scores = {} } = createScoredRow(2, 8);
    const summary = summarise(
      createReport([createUnfinishedRow(2, 'Pending', '', { scores }), createScoredRow(3, 1)]),
    );
    expect(summary).toMatchObject({ rows: 2, open: 1, openWithScores: 1 });
    expect(summary.scored.map(({ row }) => row)).toEqual([2, 3]);
  });
});

describe('destinations', () => {
  const summariseDestinations = (rows: readonly ReportRow[]) =>
    summarise(createReport(rows)).destinations;
  // The destination C0 has the most rows and the lowest scores.
  const createRows = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      Array.from({ length: count - index }, () =>
        createScoredRow(2, index / 2, { destination: `C${index}` }),
      ),
    ).flat();

  it('are listed separately if there are at most sixteen', () => {
    const { listed, others } = summariseDestinations(createRows(16));
    expect(listed).toHaveLength(16);
    expect(others).toBeUndefined();
  });

  it('with the fewest rows are combined, with their worst score, if there are more than sixteen', () => {
    const { listed, others } = summariseDestinations(createRows(18));
    expect(listed.map(({ name }) => name)).toEqual(
      Array.from({ length: 15 }, (_, index) => `C${14 - index}`),
    );
    expect(others).toMatchObject({ destinations: 3, rows: 3 + 2 + 1 });
    expect(others?.risks.get('overallTrip')?.worst).toBe(8.5);
  });

  it('may have an empty name or the name of an object property', () => {
    const { listed } = summariseDestinations([
      createScoredRow(2, 1, { destination: '__proto__' }),
      createScoredRow(3, 2, { destination: ' ' }),
    ]);
    expect(listed.map(({ name }) => name)).toEqual(['', '__proto__']);
  });

  it('have the mean and the worst value of each score, over the rows that have the score', () => {
    const { listed } = summariseDestinations([
      createScoredRow(2, 4, { scores: { overallTrip: 4, contractorMisclass: 8 } }),
      createScoredRow(3, 2),
    ]);
    expect(listed[0]?.risks.get('contractorMisclass')).toEqual({ mean: 8, worst: 8 });
    expect(listed[0]?.risks.get('overallTrip')).toEqual({ mean: 3, worst: 4 });
  });
});

describe('the lists of changes', () => {
  const createReassessedRow = (
    row: number,
    before: number,
    now: number,
    assessedAt = '2027-01-05T09:00:00Z',
  ) => createScoredRow(row, now, { previous: { overallTrip: before }, assessedAt });
  const summariseChanges = (rows: readonly ReportRow[], round?: ReportData['round']) =>
    summarise(createReport(rows, round && { round })).changes;

  it('begin with the greatest increase and the greatest decrease', () => {
    const { risen, fallen, same } = summariseChanges([
      createReassessedRow(2, 1, 2),
      createReassessedRow(3, 1, 4),
      createReassessedRow(4, 5, 4.8),
      createReassessedRow(5, 9, 2),
      createReassessedRow(6, 3.01, 3.04),
      createScoredRow(7, 3),
    ]);
    expect(risen.map(({ row: { row }, difference }) => [row, difference])).toEqual([
      [3, 3],
      [2, 1],
    ]);
    expect(fallen.map(({ row: { row }, difference }) => [row, difference])).toEqual([
      [5, -7],
      [4, -0.2],
    ]);
    expect(same).toBe(1);
  });

  it('contain, in a round, only the rows that were scored in that round', () => {
    const round = { number: 3, startedAt: '2027-01-01T00:00:00Z' };
    const { compared, risen } = summariseChanges(
      [
        createReassessedRow(2, 1, 2),
        createReassessedRow(3, 1, 2, '2026-10-01T00:00:00Z'),
        { ...createReassessedRow(4, 1, 2), status: 'Pending' },
      ],
      round,
    );
    expect(compared).toBe(1);
    expect(risen.map(({ row: { row } }) => row)).toEqual([2]);
  });
});
