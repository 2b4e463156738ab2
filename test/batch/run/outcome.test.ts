import { expect, test } from 'vitest';
import { assess } from '../../../batch/engine/operations/assess.js';
import { countStatuses } from '../../../batch/engine/run/events.js';
import { findOutcome } from '../../../batch/engine/run/runSummary.js';
import type { Outcome } from '../../../batch/engine/errors.js';
import type { RowStatus } from '../../../batch/engine/sheetCommand.js';

const well = { interrupted: false, stopped: false };

const moved = { ...well, unmatchedRows: 1 };

const elsewhere = { ...well, notInPlace: true };

const table: [RowStatus[], typeof well, Outcome][] = [
  [[], well, 'done'],
  [['Scored'], well, 'done'],
  [['Scored', 'Invalid'], well, 'someFailed'],
  [['Scored', 'Rejected'], well, 'someFailed'],
  [['Scored', 'Duplicate'], well, 'someFailed'],
  [['Scored'], moved, 'someFailed'],
  [['Scored', 'Pending'], moved, 'pending'],
  [['Scored', 'Pending'], well, 'pending'],
  [['Scored', 'Unconfirmed'], well, 'unconfirmed'],
  [['Scored', 'Not sent'], well, 'stopped'],
  [['Scored'], elsewhere, 'notInPlace'],
  // The most severe outcome wins; by exit code: 130, 5, 6, 4, 75, 3.
  [['Scored', 'Unconfirmed', 'Pending', 'Invalid'], elsewhere, 'notInPlace'],
  [['Scored', 'Not sent'], elsewhere, 'stopped'],
  [['Scored'], { ...elsewhere, stopped: true }, 'stopped'],
  [['Scored'], { ...elsewhere, interrupted: true }, 'interrupted'],
  [['Invalid', 'Pending'], well, 'pending'],
  [['Invalid', 'Pending', 'Unconfirmed'], well, 'unconfirmed'],
  [['Invalid', 'Pending', 'Unconfirmed', 'Not sent'], well, 'stopped'],
  [['Scored'], { interrupted: false, stopped: true }, 'stopped'],
  [['Unconfirmed'], { interrupted: false, stopped: true }, 'stopped'],
  [['Not sent'], { interrupted: true, stopped: false }, 'interrupted'],
  [['Unconfirmed'], { interrupted: true, stopped: true }, 'interrupted'],
];

test.each(table)('%j, %j: %s', (statuses, end, code) => {
  const counts = countStatuses(
    assess,
    statuses.map((status) => ({ status })),
  );
  expect(findOutcome(counts, end)).toBe(code);
});
