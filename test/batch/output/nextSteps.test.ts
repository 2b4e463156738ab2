import { expect, test } from 'vitest';
import { nextSteps, type Progress } from '../../../batch/cli/output/nextSteps.js';

const names = ['Not sent', 'Pending', 'Unconfirmed', 'Rejected', 'Invalid', 'Duplicate'];
const none = Object.fromEntries(names.map((name) => [name, 0]));
const commands = {
  again: 'rwa assess hires.xlsx --retry-rejected',
  check: 'rwa check hires.xlsx',
  resolve: 'rwa resolve hires.xlsx',
  reassess: 'rwa reassess hires.xlsx --only-changed',
  status: 'rwa status hires.xlsx',
};
const next = (counts: object, more: Partial<Progress> = {}) =>
  nextSteps({ counts: { ...none, ...counts } as Progress['counts'], ...more }, commands).map(
    ({ command }) => command,
  );

test('for rejected rows, rwa status and a retry are suggested', () => {
  expect(next({ Rejected: 2 })).toEqual([commands.status, commands.again]);
});

test('rwa reassess is suggested for rows that were refused in a round', () => {
  expect(next({ Rejected: 1 }, { refusedInRound: 1 })).toEqual([commands.reassess]);
  expect(next({ Rejected: 2 }, { refusedInRound: 1 })).toEqual([
    commands.status,
    commands.reassess,
    commands.again,
  ]);
});

test('if the results are in a copy, the advice warns that changes in it would be lost', () => {
  const progress = { counts: { ...none, Invalid: 1 } as Progress['counts'] };
  const [, inPlace] = nextSteps(progress, commands);
  expect(inPlace?.what).toBe('After correcting the sheet:');
  const [, beside] = nextSteps(progress, { ...commands, resultsFile: 'hires.sandbox.xlsx' });
  expect(beside?.what).toBe(
    'After correcting the sheet; changes in hires.sandbox.xlsx would be lost:',
  );
});
