import { expect, test } from 'vitest';
import { assess } from '../../../batch/engine/operations/assess.js';
import { countStandings } from '../../../batch/engine/run/events.js';
import { exitCodeOf } from '../../../batch/engine/run/exitCode.js';
import type { Standing } from '../../../batch/engine/run/standing.js';

const well = { interrupted: false, stopped: false };

const moved = { ...well, withoutPlace: 1 };

const elsewhere = { ...well, notInPlace: true };

const table: [Standing[], typeof well, number][] = [
  [[], well, 0],
  [['Scored'], well, 0],
  [['Scored', 'Invalid'], well, 3],
  [['Scored', 'Rejected'], well, 3],
  [['Scored', 'Duplicate'], well, 3],
  [['Scored'], moved, 3],
  [['Scored', 'Pending'], moved, 75],
  [['Scored', 'Pending'], well, 75],
  [['Scored', 'Unconfirmed'], well, 4],
  [['Scored', 'Not sent'], well, 5],
  [['Scored'], elsewhere, 6],
  // The gravest wins: 130, 5, 6, 4, 75, 3.
  [['Scored', 'Unconfirmed', 'Pending', 'Invalid'], elsewhere, 6],
  [['Scored', 'Not sent'], elsewhere, 5],
  [['Scored'], { ...elsewhere, stopped: true }, 5],
  [['Scored'], { ...elsewhere, interrupted: true }, 130],
  [['Invalid', 'Pending'], well, 75],
  [['Invalid', 'Pending', 'Unconfirmed'], well, 4],
  [['Invalid', 'Pending', 'Unconfirmed', 'Not sent'], well, 5],
  [['Scored'], { interrupted: false, stopped: true }, 5],
  [['Unconfirmed'], { interrupted: false, stopped: true }, 5],
  [['Not sent'], { interrupted: true, stopped: false }, 130],
  [['Unconfirmed'], { interrupted: true, stopped: true }, 130],
];

test.each(table)('%j, %j: %i', (standings, end, code) => {
  const counts = countStandings(
    assess,
    standings.map((status) => ({ status })),
  );
  expect(exitCodeOf(counts, end)).toBe(code);
});
