import { expect, test } from 'vitest';
import { nextCommands } from '../../../batch/cli/commands/nextCommands.js';
import { assess } from '../../../batch/engine/operations/assess.js';

test('the command for changed rows repeats the service, the token file and the results file', () => {
  const flags = {
    dateFormat: 'dmy' as const,
    acceptSuggestions: true,
    baseUrl: 'https://rwa.example.com',
    tokenFile: 'token',
    output: 'out.csv',
    concurrency: 5,
    requestTimeout: 1,
    maxErrors: 1,
  };
  const { reassess } = nextCommands(assess, 'hires.csv', flags, ['assess', 'hires.csv']);
  expect(reassess).toBe(
    'rwa reassess hires.csv --date-format dmy --accept-suggestions --base-url https://rwa.example.com --token-file token --output out.csv --only-changed',
  );
});
