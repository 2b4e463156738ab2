import { expect, test } from 'vitest';
import { assessmentFields } from '../../src/assessmentFields.js';
import { readInput } from '../../src/inputText.js';

test('takes linear time for a million apostrophes', { timeout: 10_000 }, () => {
  const text = `${"'".repeat(1_000_000)}a'a`;
  expect(readInput(assessmentFields.employeeId, text).ok).toBeDefined();
});
