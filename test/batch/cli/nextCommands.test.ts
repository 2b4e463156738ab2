import { expect, test } from 'vitest';
import { suggestNextCommands } from '../../../batch/cli/commands/nextCommands.js';
import { nextSteps } from '../../../batch/cli/output/nextSteps.js';
import { assess, reassess } from '../../../batch/engine/operations/assess.js';
import { countStatuses } from '../../../batch/engine/run/events.js';

const limits = { concurrency: 5, requestTimeout: 1, maxErrors: 1 };

test('the suggested command for changed rows repeats the options for the service, the token and the output', () => {
  const flags = {
    dateFormat: 'dmy' as const,
    acceptSuggestions: true,
    baseUrl: 'https://rwa.example.com',
    tokenFile: 'token',
    output: 'out.csv',
    ...limits,
  };
  const { reassess } = suggestNextCommands(assess, 'hires.csv', flags, ['assess', 'hires.csv']);
  expect(reassess).toBe(
    'rwa reassess hires.csv --date-format dmy --accept-suggestions --base-url https://rwa.example.com --token-file token --output out.csv --only-changed',
  );
});

test('the suggested command for changed rows continues the named round of the typed command', () => {
  const flags = { round: 'Q1', ...limits };
  const typed = ['reassess', 'hires.csv', '--round', 'Q1'];
  const commands = suggestNextCommands(reassess, 'hires.csv', flags, typed);
  expect(commands.reassess).toBe('rwa reassess hires.csv --only-changed --round Q1');
});

// If the round has no name, the same command begins a new round after seven days and sends all rows.
test.each([
  [['reassess', 'hires.csv'], 'Continue within seven days; nothing is sent twice:'],
  [['reassess', 'hires.csv', '--round', 'Q1'], 'Continue; nothing is sent twice:'],
])('the advice to continue %j gives a time limit only if the round has no name', (typed, what) => {
  const counts = { ...countStatuses(reassess, []), Pending: 1 };
  const [step] = nextSteps({ counts }, suggestNextCommands(reassess, 'hires.csv', limits, typed));
  expect(step).toEqual({ what, command: `rwa ${typed.join(' ')}` });
});
