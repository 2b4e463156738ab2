import { expect, test } from 'vitest';
import {
  toKeptScores,
  keptScoresSchema,
  packScores,
  unpackScores,
} from '../../../batch/engine/intake/keptScores.js';
import { tripResult } from '../../src/examples.js';

test('keeps the scores and the level of a result, but no IDs and no empty values', () => {
  const kept = toKeptScores({ ...tripResult, contractorMisclass: null, managerId: 'M-1', more: 1 });
  expect(kept).toStrictEqual(keptScoresSchema.parse(tripResult));
});

test.each([{}, { overallTrip: 0 }, { overallTrip: 3.64, cumulativePeRiskLevel: 'Low, "so far"' }])(
  'unpacks the scores that were packed: %j',
  (scores) => {
    expect(unpackScores(packScores(scores))).toStrictEqual(scores);
  },
);
