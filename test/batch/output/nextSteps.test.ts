import { expect, test } from 'vitest';
import { nextSteps, type Progress } from '../../../batch/cli/output/nextSteps.js';

const statuses = ['Not sent', 'Pending', 'Unconfirmed', 'Rejected', 'Invalid', 'Duplicate'];
const noRows = Object.fromEntries(statuses.map((status) => [status, 0]));
const commands = {
  again: 'rwa assess hires.xlsx --retry-rejected',
  check: 'rwa check hires.xlsx',
  resolve: 'rwa resolve hires.xlsx',
  reassess: 'rwa reassess hires.xlsx --only-changed',
  status: 'rwa status hires.xlsx',
};
const suggestCommands = (counts: object, more: Partial<Progress> = {}) =>
  nextSteps({ counts: { ...noRows, ...counts } as Progress['counts'], ...more }, commands).map(
    ({ command }) => command,
  );

test('rwa status and a retry are suggested for rejected rows', () => {
  expect(suggestCommands({ Rejected: 2 })).toEqual([commands.status, commands.again]);
});

test('rwa reassess is suggested for rows that were refused in a round', () => {
  expect(suggestCommands({ Rejected: 1 }, { refusedInRound: 1 })).toEqual([commands.reassess]);
  expect(suggestCommands({ Rejected: 2 }, { refusedInRound: 1 })).toEqual([
    commands.status,
    commands.reassess,
    commands.again,
  ]);
});

test('if the results are in a copy, the advice warns that changes in the copy would be lost', () => {
  const progress = { counts: { ...noRows, Invalid: 1 } as Progress['counts'] };
  const [, inPlace] = nextSteps(progress, commands);
  expect(inPlace?.what).toBe('After correcting the sheet:');
  const [, inCopy] = nextSteps(progress, { ...commands, resultsFile: 'hires.sandbox.xlsx' });
  expect(inCopy?.what).toBe(
    'After correcting the sheet; changes in hires.sandbox.xlsx would be lost:',
  );
});
