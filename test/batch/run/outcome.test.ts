import { expect, test } from 'vitest';
import { assess } from '../../../batch/engine/operations/assess.js';
import { countStatuses } from '../../../batch/engine/run/events.js';
import { findOutcome } from '../../../batch/engine/run/runSummary.js';
import type { Outcome } from '../../../batch/engine/errors.js';
import type { RowStatus } from '../../../batch/engine/sheetCommand.js';

const completed = { interrupted: false, stopped: false };

const withUnmatchedRows = { ...completed, unmatchedRows: 1 };

const notInPlace = { ...completed, notInPlace: true };

const table: [RowStatus[], typeof completed, Outcome][] = [
  [[], completed, 'done'],
  [['Scored'], completed, 'done'],
  [['Scored', 'Invalid'], completed, 'someFailed'],
  [['Scored', 'Rejected'], completed, 'someFailed'],
  [['Scored', 'Duplicate'], completed, 'someFailed'],
  [['Scored'], withUnmatchedRows, 'someFailed'],
  [['Scored', 'Pending'], withUnmatchedRows, 'pending'],
  [['Scored', 'Pending'], completed, 'pending'],
  [['Scored', 'Unconfirmed'], completed, 'unconfirmed'],
  [['Scored', 'Not sent'], completed, 'stopped'],
  [['Scored'], notInPlace, 'notInPlace'],
  // The most severe outcome applies. The exit codes by severity are 130, 5, 6, 4, 75 and 3.
  [['Scored', 'Unconfirmed', 'Pending', 'Invalid'], notInPlace, 'notInPlace'],
  [['Scored', 'Not sent'], notInPlace, 'stopped'],
  [['Scored'], { ...notInPlace, stopped: true }, 'stopped'],
  [['Scored'], { ...notInPlace, interrupted: true }, 'interrupted'],
  [['Invalid', 'Pending'], completed, 'pending'],
  [['Invalid', 'Pending', 'Unconfirmed'], completed, 'unconfirmed'],
  [['Invalid', 'Pending', 'Unconfirmed', 'Not sent'], completed, 'stopped'],
  [['Scored'], { interrupted: false, stopped: true }, 'stopped'],
  [['Unconfirmed'], { interrupted: false, stopped: true }, 'stopped'],
  [['Not sent'], { interrupted: true, stopped: false }, 'interrupted'],
  [['Unconfirmed'], { interrupted: true, stopped: true }, 'interrupted'],
];

test.each(table)('the rows %j and the end %j have the outcome %s', (statuses, end, outcome) => {
  const counts = countStatuses(
    assess,
    statuses.map((status) => ({ status })),
  );
  expect(findOutcome(counts, end)).toBe(outcome);
});
