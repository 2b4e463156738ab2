import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type ProxyAnswer, startProxy } from '../../http/proxy.js';
import { SheetStory } from '../cli/sheetStory.js';
import { startTestSandbox, type SandboxUnderTest } from '../../sandbox/sandboxUnderTest.js';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import { invite } from '../../../batch/engine/operations/invite.js';
import { rwa } from '../../../batch/rwa.js';
import { resolveByNumberOrKey } from '../cli/advisedKey.js';
import { createPerson } from '../cli/person.js';
import { type Entry, hire, trip } from '../cli/sheets.js';
import { testFolder } from '../testFolder.js';
import { member, writeSheet } from '../operations/testSheets.js';
import { cellsByHeading, employees, readFacts, runOn, writeHires } from './testRun.js';

/**
 * Starts a proxy that answers each request of `operation` with the answer to the previous
 * request. Only the first request gets its own answer.
 */
function startLateProxy(service: SandboxUnderTest, operation: string) {
  let previousAnswer: ProxyAnswer | undefined;
  return startProxy(service, async (request) => {
    const own = await request.forward();
    if (request.operation !== operation) return own;
    const answer = previousAnswer ?? own;
    previousAnswer = own;
    return answer;
  });
}

/** Starts a proxy that exchanges the answers to the first two create requests. */
function startSwappingProxy(service: SandboxUnderTest) {
  const first = Promise.withResolvers<ProxyAnswer>();
  const second = Promise.withResolvers<ProxyAnswer>();
  let count = 0;
  return startProxy(service, async (request) => {
    const own = await request.forward();
    if (request.operation !== 'rwa_create' || count >= 2) return own;
    const [mine, other] = count++ === 0 ? [first, second] : [second, first];
    mine.resolve(own);
    return other.promise;
  });
}

const runResolve = async (path: string, ...args: string[]) => {
  const person = createPerson([]);
  return {
    code: await rwa(['resolve', path, ...args], person),
    message: person.messages.join('\n'),
  };
};

const resolveAsExisting = (path: string, row: string, id: string) =>
  resolveByNumberOrKey(
    row,
    (name) => runResolve(path, '--row', name, '--exists', id),
    ({ message }) => message,
  );

test.each(['  ', 'a'.repeat(200_000)])(
  'a row whose answer has an impossible ID is unconfirmed, not pending',
  async (assessment_id) => {
    const service = await startTestSandbox();
    const path = writeHires(testFolder(), employees(1));
    const proxy = await startProxy(service, async (request) => {
      const own = await request.forward();
      if (request.operation !== 'rwa_create') return own;
      const response = { assessment_id, redirect_url: 'https://rwa.example/redirect/a-1' };
      return { ...own, body: JSON.stringify({ status: 'success', response }) };
    });
    const { summary, reports } = await runOn(path, proxy);
    expect(summary.counts).toMatchObject({ Pending: 0, Unconfirmed: 1 });
    expect(reports[0]?.message).toMatch(
      /The answer breaks the contract: response.assessment_id is/,
    );
  },
);

test('no row keeps the ID of another row, and the messages explain why', async () => {
  const service = await startTestSandbox();
  const path = writeHires(testFolder(), employees(4));
  const proxy = await startLateProxy(service, 'rwa_create');
  const { summary, reports } = await runOn(path, proxy, { concurrency: 1 });
  expect(summary).toMatchObject({ outcome: 'unconfirmed', counts: { Scored: 1, Unconfirmed: 3 } });
  expect(reports[1]?.message).toMatch(
    /The answer for row 3 contains the ID \S+, which already belongs to row 2/,
  );
  expect(reports[2]?.message).toMatch(/Assessment \S+ belongs to another employee/);
  const scored = readFacts(path).filter(({ fact }) => fact === 'scored');
  expect(scored).toHaveLength(1);
  await runOn(path, proxy);
  expect((await service.readLedger()).commits.rwa_create).toBe(4);
});

test('no person gets the account of another person', async () => {
  const service = await startTestSandbox();
  const path = writeSheet(testFolder(), [member('S-1'), member('S-2')]);
  const proxy = await startLateProxy(service, 'create_pending_user');
  const { reports } = await runOn(path, proxy, {
    operation: invite,
    concurrency: 1,
    files: toSheetFiles(path, { command: 'invite' }),
  });
  expect(reports.map(({ status }) => status)).toEqual(['Invited', 'Unconfirmed']);
  expect(reports[1]?.message).toMatch(
    /The answer for row 3 contains the ID \S+, which already belongs to row 2/,
  );
});

/** Runs a sheet with two rows of the same employee, which get each other's answers. */
async function runSwapped(service: SandboxUnderTest, rows: readonly Entry[]) {
  const path = writeSheet(testFolder(), rows);
  const proxy = await startSwappingProxy(service);
  const run = () => runOn(path, proxy, { concurrency: 2 });
  const { reports } = await run();
  const { assessments } = await service.readLedger();
  const findId = (destination: string) =>
    String(assessments.find((created) => created.destination === destination)?.assessmentId);
  return { path, run, reports, findId };
}

const createRow = (entry: Entry, destination: string, more: Entry = {}): Entry => ({
  ...entry,
  'Employee ID': 'E-1',
  'Destination country': destination,
  ...more,
});

test.each([
  [
    'the purpose',
    [createRow(trip, 'Portugal'), createRow({ ...hire, 'Past trips duration': '' }, 'Spain')],
  ],
  [
    'the manager',
    [
      createRow(trip, 'Portugal', { 'Manager ID': 'M-1' }),
      createRow(trip, 'Spain', { 'Manager ID': 'M-2' }),
    ],
  ],
])('two rows of one employee that differ in %s do not keep swapped results', async (_, rows) => {
  const service = await startTestSandbox();
  const { path, run, reports, findId } = await runSwapped(service, rows);
  expect(reports.map(({ status }) => status)).toEqual(['Unconfirmed', 'Unconfirmed']);
  expect(reports[0]?.message).toContain(`Assessment ${findId('Spain')} `);
  // Cells that a run has written do not count as a decision of a person.
  expect((await run()).summary.counts.Unconfirmed).toBe(2);
  const resolved = [
    await resolveAsExisting(path, '2', findId('Portugal')),
    await resolveAsExisting(path, '3', findId('Spain')),
  ];
  expect(resolved).toMatchObject([{ code: 0 }, { code: 0 }]);
  expect((await run()).summary.outcome).toBe('done');
  const ids = cellsByHeading(path).map((cells) => cells['Assessment ID']);
  expect(ids).toEqual([findId('Portugal'), findId('Spain')]);
  expect((await service.readLedger()).commits.rwa_create).toBe(2);
});

test('after rwa resolve --not-its-assessment, a run clears another row’s results and sends nothing', async () => {
  const service = await startTestSandbox();
  const { path, run, reports, findId } = await runSwapped(service, [
    createRow(trip, 'Portugal'),
    createRow(trip, 'Spain'),
  ]);
  expect(reports.map(({ status }) => status)).toEqual(['Scored', 'Scored']);
  const rightIds = [findId('Portugal'), findId('Spain')];
  const refused = await runResolve(path, '--row', '2', '--exists', rightIds[0] ?? '');
  expect([refused.code, refused.message]).toEqual([
    2,
    expect.stringContaining('use --row 2 --not-its-assessment instead'),
  ]);
  const sheet = readFileSync(path, 'utf8');
  expect(await runResolve(path, '--row', '2', '--not-its-assessment')).toMatchObject({ code: 0 });
  const { message } = await runResolve(path, '--row', '2', '--exists', rightIds[0] ?? '');
  expect(message).toContain('already belongs to row 3');
  expect(await runResolve(path, '--row', '3', '--not-its-assessment')).toMatchObject({ code: 0 });
  expect(readFileSync(path, 'utf8')).toBe(sheet);

  // The run removes the ID and the scores of the other row from each row.
  const unconfirmed = await run();
  expect(unconfirmed.summary).toMatchObject({ outcome: 'unconfirmed', counts: { Unconfirmed: 2 } });
  expect(unconfirmed.reports[0]?.message).toContain(`${rightIds[1] ?? ''} belongs to another row`);
  for (const cells of cellsByHeading(path)) {
    const cleared = ['Assessment ID', 'Overall trip risk', 'Report link', 'Assessed at'];
    expect(cleared.map((heading) => cells[heading])).toEqual(['', '', '', '']);
  }
  for (const [index, id] of rightIds.entries()) {
    const row = String(index + 2);
    expect(await resolveAsExisting(path, row, id)).toMatchObject({ code: 0 });
  }
  const end = await run();
  expect(end.reports.map(({ assessmentId }) => assessmentId)).toEqual(rightIds);
  expect((await service.readLedger()).commits.rwa_create).toBe(2);
});

test('a run clears the previous report link after a person enters the ID of a reassessment', async () => {
  const story = await SheetStory.beginScored(['E-1', 'E-2']);
  const before = story.rows;
  await story.service.loseAnswer('E-1');
  await story.run('reassess', '--rows', '2');
  story.write(2, { 'Destination country': 'Norway' });
  const id = await story.lookUp('E-1');
  expect(await story.resolve('--row', '2', '--exists', id)).toBe(0);
  await story.run('assess');
  const status = { 'Assessment status': 'Invalid', 'Assessment ID': id };
  expect(story.rows[0]).toMatchObject({ ...status, 'Report link': '', 'Assessed at': '' });
  expect(story.rows[1]).toMatchObject(before[1] ?? {});
});
