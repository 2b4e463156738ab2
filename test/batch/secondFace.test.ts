import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { UsageError, type Outcome } from '../../batch/engine/errors.js';
import { toSheetFiles } from '../../batch/engine/journal/sheetFiles.js';
import type { Message } from '../../batch/engine/message.js';
import { assess } from '../../batch/engine/operations/assess.js';
import type { RunEvent } from '../../batch/engine/run/events.js';
import { createLimiterOptions } from '../../batch/engine/run/limiter.js';
import { createProcessLimiter } from '../../batch/engine/run/processLimiter.js';
import { createDiskStorage } from '../../batch/engine/run/diskStorage.js';
import { openRun, type RunSession } from '../../batch/engine/run/session.js';
import { connect } from '../../batch/http/connection.js';
import { systemTiming } from '../../batch/http/timing.js';
import { readBaseUrl } from '../../src/baseUrl.js';
import { startTestSandbox, type SandboxUnderTest } from '../sandbox/sandboxUnderTest.js';
import { testFolder } from './testFolder.js';
import { headings, hireRow } from './run/testRun.js';

/** A user interface besides the command line and the web app: a board on a wall, with buttons in brackets. */
class Board {
  readonly lines: string[] = [];

  readonly onEvent = (event: RunEvent): void => {
    if (event.type === 'plan') {
      const { rowsToDo, rows, notes } = event.plan;
      this.lines.push(`${rowsToDo} of ${rows} ready to go [Go]`, ...notes.map(toBoardText));
    }
    if (event.type === 'start') this.lines.push(`${event.rows} on their way [Stop]`);
    if (event.type === 'row') this.lines.push(`#${event.report.row} ${marks[event.report.status]}`);
    if (event.type === 'summary') this.lines.push(ends[event.summary.outcome] ?? '?');
  };
}

type Words = { readonly [Code in Message['code']]?: (message: Message<Code>) => string };
const words: Words = {
  unconfirmedRowsMissing: ({ count }) =>
    `${count} unanswered, and not on the board any more [Find]`,
  rowInvalid: ({ problems = [] }) =>
    `Wrong: ${problems.map(({ field }) => field).join()} [Correct]`,
  rowUnconfirmed: () => 'Nobody answered [Answer]',
  lockHeld: ({ what }) => `Taken: this ${what} is on another board [Wait]`,
};

/** Returns the board's text for a message. Throws if there is none, because the engine has no texts. */
function toBoardText(message: Message): string {
  const word = words[message.code] as ((of: Message) => string) | undefined;
  if (word === undefined) throw new Error(`The board has no words for ${JSON.stringify(message)}.`);
  return word(message);
}

const marks: Readonly<Record<string, string>> = {
  Scored: 'green',
  Unconfirmed: 'a question mark [Answer]',
  Invalid: 'a red pen [Correct]',
};
const ends: Readonly<Partial<Record<Outcome, string>>> = {
  unconfirmed: 'Over, but for the question marks',
};

async function openForBoard(path: string, { sandbox }: SandboxUnderTest): Promise<RunSession> {
  const read = readBaseUrl(sandbox.baseUrl);
  if (!read.ok) throw new Error(read.message);
  const limiter = createProcessLimiter({ concurrency: 2, sleep: systemTiming.sleep });
  const connection = { baseUrl: read.baseUrl, token: sandbox.tokens[0] ?? '' };
  const { wrapTransport, onExchange } = createLimiterOptions(limiter);
  const { client } = connect(connection, {
    requestTimeoutMs: 60_000,
    wrapTransport,
    onExchange,
  });
  const options = {
    operation: assess,
    intake: { inputs: assess },
    input: path,
    output: path,
    service: read.baseUrl.url,
    isSandboxRun: false,
    sendDuplicates: false,
    retryRejected: false,
    colourScale: false,
    concurrency: 2,
    spacingMs: 0,
    maxErrors: 10,
    pollIntervalMs: 100,
    pollTimeoutMs: 240_000,
  };
  const storage = createDiskStorage({
    ...options,
    files: toSheetFiles(path, {}),
    now: systemTiming.now,
  });
  return openRun(options, { client, limiter, timing: systemTiming, wording: toBoardText, storage });
}

test('another user interface can run a sheet with only its own texts', async () => {
  const sandbox = await startTestSandbox();
  const fault = { operation: 'rwa_create', fault: 'status-500-after-commit' };
  await sandbox.control('POST faults', { ...fault, match: { employeeId: 'E-2' } });
  const path = `${testFolder()}/hires.csv`;
  const invalid = hireRow('E-3').replace('Mid', 'Middling');
  writeFileSync(path, [headings, hireRow('E-1'), hireRow('E-2'), invalid, ''].join('\r\n'));

  const board = new Board();
  const run = await openForBoard(path, sandbox);
  run.on(board.onEvent);
  const plan = await run.plan();
  expect([plan.rowsToDo, plan.counts.Invalid]).toEqual([2, 1]);
  expect((await sandbox.readLedger()).requests.rwa_create).toBe(0);

  const refusal = await openForBoard(path, sandbox).catch((error: unknown) => error);
  expect(refusal instanceof UsageError && refusal.messages.map(toBoardText)).toEqual([
    'Taken: this sheet is on another board [Wait]',
  ]);

  expect((await run.start()).outcome).toBe('unconfirmed');
  await run.close();
  expect(board.lines).toEqual([
    '2 of 3 ready to go [Go]',
    '2 on their way [Stop]',
    '#2 green',
    '#3 a question mark [Answer]',
    '#4 a red pen [Correct]',
    'Over, but for the question marks',
  ]);

  const rows = readFileSync(path, 'utf8').split('\r\n');
  writeFileSync(path, rows.filter((row) => !row.startsWith('E-2')).join('\r\n'));
  const next = new Board();
  const again = await openForBoard(path, sandbox);
  again.on(next.onEvent);
  await again.plan();
  await again.close();
  expect(next.lines).toEqual([
    '0 of 2 ready to go [Go]',
    '1 unanswered, and not on the board any more [Find]',
  ]);
});
