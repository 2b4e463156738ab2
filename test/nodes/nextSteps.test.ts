import { expect, test } from 'vitest';
import { adviseNextStep } from '../../nodes/RwaAssessSheet/words/results.js';

const noRows = {
  rows: 0,
  people: 0,
  scored: 0,
  highRisk: 0,
  risen: 0,
  fallen: 0,
  toCorrect: 0,
  unconfirmed: 0,
  sentBefore: 0,
  pending: 0,
  notSent: 0,
  waiting: 0,
};
const nothingLeft = { unsent: [], pending: [] };

test.each([
  ['toCorrect', 'must be corrected or decided on: follow'],
  ['unconfirmed', 'may have been sent without an answer: follow'],
  ['waiting', 'not sent, since an earlier row of the same employee has no answer: follow'],
  ['sentBefore', 'If it is lost,'],
] as const)(
  'the next step refers to "its message" for one row, and to "the message in each row" for several (%s)',
  (kind, words) => {
    const getText = (rows: number) =>
      adviseNextStep('assess', { ...noRows, rows, [kind]: rows }, undefined, nothingLeft, []);
    expect(getText(1)).toContain(`${words} its message`);
    expect(getText(2)).toContain(`${words} the message in each row`);
  },
);
