import { expect, test } from 'vitest';
import { JournalError } from '../../../batch/engine/journal/journalStore.js';
import { exitCodes } from '../../../batch/cli/output/exitCodes.js';
import { ReaderGoneError } from '../../../batch/cli/output/readerGone.js';
import { OperatingError, SheetInUse } from '../../../batch/engine/errors.js';
import { CommandError } from '../../../batch/cli/output/commandError.js';
import { toFailure } from '../../../batch/cli/output/failure.js';
import { answerError } from '../../../batch/cli/mcp/answers.js';
import { SheetError } from '../../../sheets/sheet.js';

const createSystemError = (code: string) =>
  Object.assign(new Error(code), { code, syscall: 'write' });

test.each([
  ['options', new CommandError('No.'), exitCodes.usage],
  ['a sheet', new SheetError({ code: 'other', text: 'No.' }), exitCodes.usage],
  ['a service, a disk or a lock', new OperatingError({ code: 'nothingSent' }), exitCodes.stopped],
  ['a journal', new JournalError({ code: 'journalChanged', journal: 'No.' }), exitCodes.stopped],
  ['a full disk', createSystemError('ENOSPC'), exitCodes.stopped],
  ['missing rights', createSystemError('EPERM'), exitCodes.stopped],
  ['another run', new SheetInUse({ code: 'nothingSent' }), exitCodes.inUse],
  ['a reader that is gone', new ReaderGoneError(), exitCodes.done],
  ['an unexpected error', createSystemError('EINVAL'), exitCodes.bug],
  ['a thrown text', 'thrown', exitCodes.bug],
])('finds the exit code for %s', (_, error, code) => {
  expect(toFailure(error, 'rwa assess hires.csv').exitCode).toBe(code);
});

test('a failure contains no secrets, except short ones, which may be ordinary words', () => {
  const secrets = ['token-of-hr', ' https://hooks.example.com/x \n', undefined, 'no'];
  const textWithSecrets = 'There is no file token-of-hr at https://hooks.example.com/x.';
  const errors = [
    new CommandError(textWithSecrets),
    new OperatingError({ code: 'reportFolderNotWritable', file: 'token-of-hr' }),
    createSystemError('ENOSPC'),
    new Error(textWithSecrets),
  ];
  for (const error of errors) {
    const serialized = JSON.stringify(toFailure(error, 'rwa', secrets));
    expect(serialized).not.toMatch(/token-of-hr|hooks.example.com/);
  }
  const { message } = toFailure(new CommandError(textWithSecrets), 'rwa', secrets);
  expect(message).toBe('There is no file (secret) at (secret).');
});

test('after a bug, the answer of a tool advises to call another tool', () => {
  const answer = answerError(new TypeError('x is undefined'), []);
  expect(answer.content).toMatchObject([
    {
      text: 'This is a bug in rwa. What was sent is in the journal. To continue, call sheet_status for the sheet.',
    },
  ]);
});
