import { expect, test } from 'vitest';
import { keptScores, keptScoresSchema } from '../../../batch/engine/intake/keptScores.js';
import { tripResult } from '../../src/examples.js';

test('keeps the scores and levels of a result, and neither IDs nor blanks', () => {
  const kept = keptScores({ ...tripResult, contractorMisclass: null, managerId: 'M-1', more: 1 });
  expect(kept).toStrictEqual(keptScoresSchema.parse(tripResult));
});
