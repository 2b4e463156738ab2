import { expect, test } from 'vitest';
import { keptScores } from '../../../batch/engine/intake/keptScores.js';
import { keptScoresSchema } from '../../../batch/engine/intake/keptScores.js';
import { tripResult } from '../../src/examples.js';

test('of a result the scores and levels are kept, and neither ids nor blanks', () => {
  const kept = keptScores({ ...tripResult, contractorMisclass: null, managerId: 'M-1', more: 1 });
  expect(kept).toStrictEqual(keptScoresSchema.parse(tripResult));
});
