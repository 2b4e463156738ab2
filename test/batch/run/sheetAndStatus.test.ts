import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import type { IntakeRow } from '../../../batch/engine/intake/intakeRow.js';
import { toFollowingKey, hashWithoutSalt } from '../../../batch/engine/intake/rowKey.js';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import { openJournal } from '../../../batch/engine/journal/journalFile.js';
import type { RowState } from '../../../batch/engine/journal/rowState.js';
import { settle } from '../../../batch/engine/journal/settle.js';
import { assess, reassess, createReassessment } from '../../../batch/engine/operations/assess.js';
import { Settlement } from '../../../batch/cli/commands/settlement.js';
import { inWords } from '../../../batch/cli/wording/wording.js';
import { formatReport } from '../../../batch/engine/rows/rowReport.js';
import { readStatus } from '../../../batch/engine/run/readStatus.js';
import { ageJournals } from '../../ageRequests.mjs';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { testFolder } from '../testFolder.js';
import { cellsByHeading, readFacts, runOn, type RunSettings, writeHires } from './testRun.js';

const at = '2026-11-02T10:00:00.000Z';
const employee = hashWithoutSalt('E-1');
const row = (number: number, key: string, more: Partial<IntakeRow>): IntakeRow => ({
  number,
  key,
  inputs: {},
  employee,
  subject: { employeeId: 'E-1', purpose: 'Hire From Anywhere', destination: 'Portugal' },
  ...more,
});

async function testSheet(ids: readonly string[]) {
  const service = await startTestSandbox();
  const path = writeHires(testFolder(), ids);
  const run = (settings: RunSettings = {}) => runOn(path, service.sandbox, settings);
  const runRound = (settings: RunSettings = {}) =>
    run({ operation: createReassessment({}), ...settings });
  const readReported = async (operation = assess) => {
    const inputs = { inputs: operation, omitsSentRequests: true };
    const { rows } = await readStatus(path, toSheetFiles(path, {}), operation, inputs, inWords);
    return rows.map(({ report }) => [report.status, formatReport(report, inWords).message]);
  };
  const openSettlement = async () => {
    const files = toSheetFiles(path, {});
    const inputs = { inputs: { ...assess, readsResults: true } };
    return new Settlement(
      assess,
      path,
      files,
      await readStatus(path, files, assess, inputs, inWords),
    );
  };
  /** Settles a row: its request created the assessment `id`, or no assessment if `id` is undefined. */
  const settleRow = async (number: number, id: string | undefined) => {
    ageJournals(dirname(path));
    const inputs = { inputs: { ...assess, readsResults: true } };
    const { rows } = await readStatus(path, toSheetFiles(path, {}), assess, inputs, inWords);
    const key = rows.find(({ planned }) => planned.number === number)?.planned.key ?? '';
    await (await openSettlement()).settle(key, id);
  };
  const readShown = () =>
    cellsByHeading(path).map((cells) => [cells['Assessment status'], cells['Assessment message']]);
  const edit = (change: (text: string) => string) => {
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  };
  const injectFault = (name: string) =>
    service.control('POST faults', { operation: 'rwa_create', fault: name, times: 1 });
  return {
    service,
    path,
    run,
    runRound,
    readReported,
    openSettlement,
    settleRow,
    readShown,
    edit,
    injectFault,
  };
}

function typeId(path: string, row: number, id: string): void {
  const { data } = Papa.parse<string[]>(readFileSync(path, 'utf8').trimEnd());
  const column = data[0]?.indexOf('Assessment ID') ?? -1;
  const typed = data.map((cells, at) => (at === row - 1 ? cells.with(column, id) : cells));
  writeFileSync(path, `${Papa.unparse(typed)}\r\n`);
}

/** Sends two rows and loses their answers. The second row has this text instead of `Anywhere,Mid`. */
async function sendUnanswered(second: string) {
  const sheet = await testSheet(['E-1', 'E-1']);
  sheet.edit((text) => text.replace(/Anywhere,Mid(?![^]*Anywhere,Mid)/, second));
  await sheet.injectFault('reset-after-commit');
  await sheet.injectFault('reset-after-commit');
  await sheet.run({ concurrency: 1, sendDuplicates: true });
  const { assessments } = await sheet.service.readLedger();
  const ids = assessments.map(({ assessmentId }) => String(assessmentId));
  expect(ids).toHaveLength(2);
  return { ...sheet, ids };
}

test('a row that was refused in a round is Rejected until a round with --retry-rejected sends it again', async () => {
  const { service, run, runRound, readReported, readShown, injectFault } = await testSheet([
    'E-1',
    'E-2',
  ]);
  await run();
  await injectFault('platform-400');
  const refused = await runRound({ concurrency: 1 });
  expect(refused.summary).toMatchObject({ outcome: 'someFailed', counts: { Rejected: 1 } });
  const [first] = readShown();
  expect(first?.[0]).toBe('Rejected');
  expect(first?.[1]).toMatch(
    / of the previous assessment[.] Correct the row, .* add --retry-rejected to send it unchanged[.]$/,
  );
  expect(await readReported()).toEqual([first, ['Scored', '']]);
  expect(await readReported(reassess)).toEqual([first, ['Scored', '']]);

  // `rwa assess` never reassesses a row.
  const again = await run({ retryRejected: true });
  expect(again.summary).toMatchObject({ outcome: 'someFailed', sent: 0 });
  expect(readShown()).toEqual([first, ['Scored', '']]);
  await runRound({ retryRejected: true });
  expect(readShown()).toEqual([
    ['Scored', ''],
    ['Scored', ''],
  ]);
  expect((await service.readLedger()).commits.rwa_create).toBe(4);
});

test('after an error answer with an Assessment ID, a row is Unconfirmed and is not sent again', async () => {
  const { service, run, readReported, readShown, edit, injectFault } = await testSheet(['E-1']);
  await injectFault('error-after-commit');
  await run();
  const [created] = (await service.readLedger()).assessments;
  const [[status, message] = []] = readShown();
  expect([status, message]).toEqual([
    'Unconfirmed',
    expect.stringContaining(`"${String(created?.assessmentId)}"`),
  ]);
  edit((text) => text.replace(',Mid,', ',Senior,'));
  await run({ retryRejected: true });
  expect((await readReported())[0]?.[0]).not.toBe('Scored');
  expect((await service.readLedger()).requests.rwa_create).toBe(1);
});

test('a round sends a refused row again after a correction', async () => {
  const { run, runRound, readReported, readShown, edit, injectFault } = await testSheet(['E-1']);
  await run();
  await injectFault('platform-400');
  await runRound();
  edit((text) => text.replace('E-1,Hire From Anywhere,Mid', 'E-1,Hire From Anywhere,Low'));
  await run();
  expect(readShown()).toMatchObject([
    ['Invalid', expect.stringContaining('rwa reassess with --rows')],
  ]);
  await runRound();
  expect(readShown()).toEqual([['Scored', '']]);
  expect(await readReported()).toEqual(readShown());
});

test('a duplicate row that was never sent stays Duplicate, even after a round with --send-duplicates', async () => {
  const { runRound, readReported, readShown, run } = await testSheet(['E-1', 'E-1']);
  await run();
  await runRound({ sendDuplicates: true });
  expect(readShown()[1]?.[0]).toBe('Duplicate');
  expect(readShown()).toEqual(await readReported());
});

test('a row that another row blocks becomes Not sent after the other row is Scored', async () => {
  const { run, runRound, readReported, readShown, edit } = await testSheet(['E-1']);
  const crashing: RunSettings = {
    onEvent({ type }) {
      if (type === 'progress') throw new Error('crash');
    },
  };
  await expect(run(crashing)).rejects.toThrow('crash');
  edit((text) => {
    const corrected = text.replace('Anywhere,Mid', 'Anywhere,Low').trimEnd();
    return `${corrected}\r\n${corrected.split('\r\n')[1]?.replace('Anywhere,Low', 'Anywhere,Senior') ?? ''}\r\n`;
  });
  await run();
  expect(readShown().map(([status]) => status)).toEqual(['Invalid', 'Invalid']);
  // No sheet has shown the assessment, so a round of all rows does not reassess its row.
  await runRound();
  expect(readShown().map(([status]) => status)).toEqual(['Invalid', 'Invalid']);
  await run({ operation: createReassessment({ rows: [[2, 2]] }) });
  expect(readShown().map(([status]) => status)).toEqual(['Scored', 'Not sent']);
  expect(readShown()).toEqual(await readReported());
});

test('a corrected row whose assessment no sheet has shown stays Rejected after the service refuses it', async () => {
  const { service, run, runRound, readReported, readShown, edit } = await testSheet(['E-1']);
  const crashing: RunSettings = {
    onEvent({ type }) {
      if (type === 'progress') throw new Error('crash');
    },
  };
  await expect(run(crashing)).rejects.toThrow('crash');
  edit((text) => text.replace('Portugal', 'Atlantis'));
  await run();
  expect(readShown()).toMatchObject([
    ['Invalid', expect.stringContaining('rwa reassess with --rows')],
  ]);
  const selected: RunSettings = { operation: createReassessment({ rows: [[2, 2]] }) };
  await run(selected);
  const refused = readShown();
  expect(refused).toMatchObject([['Rejected', expect.stringContaining('Incorrect Country')]]);
  await run();
  expect(readShown()).toEqual(refused);
  expect(await readReported()).toEqual(refused);
  expect(await readReported(reassess)).toEqual(refused);
  await run(selected);
  await runRound();
  expect((await service.readLedger()).requests.rwa_create).toBe(2);
  edit((text) => text.replace('Atlantis', 'Spain'));
  await run(selected);
  expect(readShown()).toEqual([['Scored', '']]);
});

test.each(['first', 'second'])(
  'an ID that a person types for the unanswered %s request proves no other inputs',
  async (request) => {
    const { service, path, run, runRound, readReported, settleRow, readShown, edit, injectFault } =
      await testSheet(['E-1']);
    if (request === 'second') await run();
    await injectFault('reset-after-commit');
    await (request === 'second' ? runRound() : run());
    const id = String((await service.readLedger()).assessments.at(-1)?.assessmentId);
    const typed = { 'Assessment ID': id, Seniority: 'Low' };
    writeFileSync(path, Papa.unparse(cellsByHeading(path).map((row) => Object.assign(row, typed))));
    expect(await readReported()).toMatchObject([
      ['Unconfirmed', expect.stringContaining('inputs have changed since')],
    ]);
    await run();
    expect(readShown()).toEqual(await readReported());
    await settleRow(2, id);
    await run();
    expect(readShown()).toMatchObject([
      ['Invalid', expect.stringContaining(`are not those that assessment ${id} was made for`)],
    ]);
    expect(cellsByHeading(path)[0]).toMatchObject({ 'Assessment ID': id, 'Overall trip risk': '' });
    edit((text) => text.replace('Anywhere,Low', 'Anywhere,Mid'));
    await run();
    expect(readShown()).toEqual([['Scored', '']]);
    expect((await service.readLedger()).requests.rwa_create).toBe(request === 'second' ? 2 : 1);
  },
);

test('an ID from a person is recorded once, even if the row is edited before the next run', async () => {
  const { service, path, run, runRound, readShown, edit, injectFault } = await testSheet(['E-1']);
  await run();
  const [first] = (await service.readLedger()).assessments;
  await injectFault('reset-after-commit');
  await runRound();
  const [, second] = (await service.readLedger()).assessments;
  const journal = await openJournal(
    toSheetFiles(path, {}).journal,
    service.sandbox.baseUrl,
    Date.now,
  );
  const key = toFollowingKey(String(first?.assessmentId));
  const id = String(second?.assessmentId);
  settle(journal, { row: key, at, exists: assess.toEffectFact(key, id, at) });
  await journal.close();
  edit((text) => text.replace('E-1,Hire From Anywhere,Mid', 'E-1,Hire From Anywhere,Low'));
  await runRound({ newRound: true });
  expect(readShown()).toEqual([['Scored', '']]);
  const created = readFacts(path).filter(({ fact }) => fact === 'created');
  expect(created.filter(({ assessmentId }) => assessmentId === id)).toHaveLength(1);
});

test('a changed row loses scores that a round without a journal read from the sheet', async () => {
  const { service, path, run, runRound, readShown, edit, injectFault } = await testSheet(['E-1']);
  await run();
  const [{ assessmentId = '' } = {}] = (await service.readLedger()).assessments;
  rmSync(toSheetFiles(path, {}).journal);
  await injectFault('reset-before-commit');
  await runRound({ withoutJournal: true });
  expect(readShown()[0]?.[0]).toBe('Unconfirmed');
  const journal = await openJournal(
    toSheetFiles(path, {}).journal,
    service.sandbox.baseUrl,
    Date.now,
  );
  settle(journal, { row: toFollowingKey(String(assessmentId)), at });
  await journal.close();
  edit((text) => text.replace('E-1,Hire From Anywhere,Mid', 'E-1,Hire From Anywhere,Low'));
  await run();
  expect(readShown()[0]?.[0]).toBe('Invalid');
  expect(cellsByHeading(path)[0]?.['Overall trip risk']).toBe('');
});

test('no two rows show the same assessment after a round', async () => {
  const {
    service,
    path,
    run,
    runRound,
    readReported,
    openSettlement,
    readShown,
    edit,
    injectFault,
  } = await testSheet(['E-1', 'E-1', 'E-1']);
  edit((text) => text.replace('Anywhere,Mid', 'Anywhere,Low'));
  await injectFault('reset-after-commit');
  await run({ concurrency: 1 });
  const [{ assessmentId = '' } = {}] = (await service.readLedger()).assessments;
  edit((text) => text.replace('Anywhere,Low', 'Anywhere,Mid'));
  await run();
  expect(readShown().map(([status]) => status)).toEqual(['Unconfirmed', 'Scored', 'Duplicate']);
  const key = readFacts(path).find(({ fact }) => fact === 'unconfirmed')?.row;
  await (await openSettlement()).settle(String(key), String(assessmentId));
  await run();
  await runRound();
  expect(readShown()).toEqual(await readReported());
  const ids = cellsByHeading(path).flatMap(({ 'Assessment ID': id = '' }) => (id === '' ? [] : id));
  expect(new Set(ids).size).toBe(ids.length);
});

test('a changed row loses results of a round that a person accepted from the sheet', async () => {
  const { path, run, runRound, openSettlement, readShown, edit } = await testSheet(['E-1']);
  await run();
  const { journal } = toSheetFiles(path, {});
  const older = readFileSync(journal);
  await runRound();
  writeFileSync(journal, older);
  expect(await (await openSettlement()).acceptSheet()).toBe(1);
  edit((text) => text.replace('Anywhere,Mid', 'Anywhere,Low'));
  await run();
  expect(readShown()[0]?.[0]).toBe('Invalid');
  expect(cellsByHeading(path)[0]?.['Overall trip risk']).toBe('');
});

test('a row is Unconfirmed after a person detaches the assessment that a round created for it', async () => {
  const { run, runRound, openSettlement, readShown } = await testSheet(['E-1']);
  await run();
  await runRound();
  await (await openSettlement()).detachAssessment('2');
  const { summary } = await run();
  expect(summary.outcome).toBe('unconfirmed');
  expect(readShown()[0]?.[0]).toBe('Unconfirmed');
});

test('the plan of rwa assess does not count a row that was refused in a round', async () => {
  const { run, runRound, edit, injectFault } = await testSheet(['E-1']);
  await run();
  await injectFault('platform-400');
  await runRound();
  edit(
    (text) =>
      `${text}${text.split('\r\n')[1]?.replace(/^E-1(.*?),Rejected.*$/, 'E-2$1') ?? ''}\r\n`,
  );
  let rowsToSend: number | undefined;
  await run({
    retryRejected: true,
    onEvent(event) {
      if (event.type === 'plan') ({ rowsToSend } = event.plan);
    },
  });
  expect(rowsToSend).toBe(1);
});

test('a new row gets the score for the old inputs of an edited unconfirmed row', async () => {
  const { service, path, run, readReported, readShown, edit, injectFault, openSettlement } =
    await testSheet(['E-1']);
  await injectFault('reset-after-commit');
  await run();
  edit((text) => text.replace('Portugal', 'Spain'));
  await run();
  edit((text) => {
    const [head = '', row = ''] = text.trim().split('\n');
    const cells = row.split(',').map((cell) => cell.replace('Spain', 'Portugal'));
    const inputs = head.split(',').findIndex((heading) => heading.startsWith('Assessment'));
    return `${text.trim()}\r\n${cells.slice(0, inputs).join(',')}\r\n`;
  });
  await run();
  expect(readShown()).toMatchObject([{ 0: 'Invalid' }, { 0: 'Unconfirmed' }]);
  expect(await readReported()).toEqual(readShown());
  const [assessment] = (await service.readLedger()).assessments;
  const states = (
    await readStatus(path, toSheetFiles(path, {}), assess, { inputs: assess }, inWords)
  ).states;
  const [key = ''] = states.keys();
  await (await openSettlement()).settle(key, String(assessment?.assessmentId));
  await run();
  // The assessment belongs to the new row, which has its inputs.
  expect(readShown()).toMatchObject([{ 0: 'Invalid' }, { 0: 'Scored' }]);
  expect(cellsByHeading(path)[0]?.['Overall trip risk']).toBe('');
  expect(await readReported()).toEqual(readShown());
});

test('an unconfirmed row is not sent after an identical row is deleted', async () => {
  const { service, run, readShown, edit, injectFault } = await testSheet(['E-1', 'E-1']);
  await injectFault('platform-400');
  await injectFault('reset-after-commit');
  await run({ sendDuplicates: true, concurrency: 1 });
  expect(readShown()).toMatchObject([{ 0: 'Rejected' }, { 0: 'Unconfirmed' }]);
  edit((text) =>
    text
      .split('\n')
      .filter((line) => !line.includes('Rejected'))
      .join('\n'),
  );
  await run({ retryRejected: true });
  expect(readShown()).toMatchObject([{ 0: 'Unconfirmed' }]);
  expect((await service.readLedger()).commits.rwa_create).toBe(1);
});

test('without a journal, a row with invalid inputs loses its scores and gets them back after a correction', async () => {
  const { service, path, run, readReported, readShown, edit } = await testSheet(['E-1']);
  await run();
  rmSync(toSheetFiles(path, {}).journal);
  edit((text) => text.replace(',2026-11-03,', ',soon,'));
  await run();
  expect(readShown()).toMatchObject([['Invalid', expect.stringContaining('soon')]]);
  expect(await readReported()).toEqual(readShown());
  expect(cellsByHeading(path)[0]?.['Overall trip risk']).toBe('');
  edit((text) => text.replace(',soon,', ',2026-11-03,'));
  await run();
  expect(readShown()).toEqual([['Scored', '']]);
  expect(cellsByHeading(path)[0]?.['Overall trip risk']).not.toBe('');
  expect((await service.readLedger()).commits.rwa_create).toBe(1);
});

test('a row that was refused in a round is Rejected, even while an earlier result is pending', () => {
  const pendingRow = row(2, 't', { previous: { status: 'Pending', id: 'A1', scored: false } });
  const states = new Map<string, RowState>([
    ['t', { state: 'Pending', at, assessmentId: 'A1', byPerson: true }],
    [toFollowingKey('A1'), { state: 'Rejected', at, round: 2, request: 't' }],
  ]);
  const statuses = [assess, reassess].map((operation) => {
    const [planned] = operation.plan([pendingRow], states, { number: 2, nowMs: 0 });
    return planned && operation.status(planned, states.get(planned.key), { sendDuplicates: false });
  });
  expect(statuses).toEqual(['Rejected', 'Rejected']);
});

test.each([
  [2, '--exists'],
  [2, '--send-again'],
  [3, '--exists'],
  [3, '--send-again'],
])(
  'after row %i of two identical rows is edited, resolving it with %s does not settle the other row',
  async (edited, option) => {
    const { run, readReported, settleRow, readShown, edit, ids } =
      await sendUnanswered('Anywhere,Mid');
    let line = 1;
    edit((text) =>
      text.replaceAll('Anywhere,Mid', (same) => (++line === edited ? 'Anywhere,Low' : same)),
    );
    await run();
    await settleRow(edited, option === '--exists' ? ids[edited - 2] : undefined);
    await run();
    const statuses = readShown().map(([status]) => status);
    const [editedStatus, otherStatus] = edited === 2 ? statuses : statuses.toReversed();
    expect([editedStatus, otherStatus]).toEqual([
      option === '--exists' ? 'Invalid' : 'Scored',
      'Unconfirmed',
    ]);
    expect(readShown()).toEqual(await readReported());
  },
);

test('a row that a person resolves with --send-again is sent, even if its reference was deleted', async () => {
  const { run, readReported, settleRow, readShown, edit, injectFault } = await testSheet(['E-1']);
  await injectFault('reset-before-commit');
  await run();
  expect(readShown()[0]?.[0]).toBe('Unconfirmed');
  await settleRow(2, undefined);
  edit((text) => text.replace(/r1\.[\w.-]+/, ''));
  expect(await readReported()).toEqual([['Not sent', '']]);
  await run();
  expect(readShown()[0]?.[0]).toBe('Scored');
});

test('an ID does not count as shown while a person’s text stays in its cell', async () => {
  const { service, path, run, settleRow, edit, injectFault } = await testSheet(['E-1']);
  await injectFault('reset-after-commit');
  await run();
  const [{ assessmentId: id = '' } = {}] = (await service.readLedger()).assessments;
  await settleRow(2, String(id));
  const [before = {}] = cellsByHeading(path);
  const reference = before['Row reference'] ?? '';
  edit((text) => text.replace(`,,${reference}`, `X1,,${reference}`));
  await run();
  const [after = {}] = cellsByHeading(path);
  expect([after['Assessment status'], after['Assessment ID']]).toEqual(['Scored', 'X1']);
  expect(readFacts(path).filter(({ fact }) => fact === 'written')).toEqual([]);
});

test('a round without a journal records rows that the sheet shows as sent', async () => {
  const { path, run, runRound, readShown, readReported, edit } = await testSheet(['E-1', 'E-2']);
  await run();
  const [{ 'Assessment ID': id = '' } = {}] = cellsByHeading(path);
  edit((text) => text.replace(`,${id},`, ',,'));
  rmSync(toSheetFiles(path, {}).journal);
  const { summary } = await runRound({ withoutJournal: true });
  expect(summary.outcome).toBe('unconfirmed');
  expect(readFacts(path).filter(({ fact }) => fact === 'unconfirmed')).toHaveLength(1);
  expect(readShown()).toEqual(await readReported());
});

test('two rows with each other’s assessment can be corrected without a run in between', async () => {
  const { path, run, readReported, openSettlement, settleRow, readShown, ids } =
    await sendUnanswered('Anywhere,Low');
  await settleRow(2, ids[1]);
  await settleRow(3, ids[0]);
  await run();
  expect(cellsByHeading(path).map((cells) => cells['Assessment ID'])).toEqual(ids.toReversed());
  await (await openSettlement()).detachAssessment('2');
  await (await openSettlement()).detachAssessment('3');
  await settleRow(2, ids[0]);
  await settleRow(3, ids[1]);
  await run();
  expect(cellsByHeading(path).map((cells) => cells['Assessment ID'])).toEqual(ids);
  expect(readShown().map(([status]) => status)).toEqual(['Scored', 'Scored']);
  expect(readShown()).toEqual(await readReported());
});

test('a person can settle two identical rows without a run in between', async () => {
  const { path, run, settleRow, ids } = await sendUnanswered('Anywhere,Mid');
  await settleRow(2, ids[0]);
  await settleRow(3, ids[1]);
  await run();
  expect(cellsByHeading(path).map((cells) => cells['Assessment ID'])).toEqual(ids);
});

test('a changed row loses scores that an older journal lacks', async () => {
  const { path, run, edit } = await testSheet(['E-1']);
  await run();
  const { journal } = toSheetFiles(path, {});
  const older = readFileSync(journal, 'utf8').replace(/^.*"fact":"scored".*\n/m, '');
  writeFileSync(journal, older);
  edit((text) => text.replace('Anywhere,Mid', 'Anywhere,Low'));
  await run();
  expect(cellsByHeading(path)[0]).toMatchObject({
    'Assessment status': 'Invalid',
    'Overall trip risk': '',
  });
});

test('a row that was copied with its results from another sheet is Scored', async () => {
  const { service, run, readShown, edit } = await testSheet(['E-1']);
  await run();
  const other = writeHires(testFolder(), ['E-2']);
  await runOn(other, service.sandbox);
  const [, line = ''] = readFileSync(other, 'utf8').split(/\r?\n/);
  edit((text) => `${text}${line}\r\n`);
  const countRetrieved = async () => (await service.readLedger()).requests.rwa_retrieve;
  const before = await countRetrieved();
  await run();
  expect(readShown().map(([status]) => status)).toEqual(['Scored', 'Scored']);
  // This request asks whether the service knows the journal's assessments.
  expect(await countRetrieved()).toBe(before + 1);
});

test('a row that is sent again with other inputs loses old scores that no journal has', async () => {
  const { path, run, openSettlement, readShown, edit } = await testSheet(['E-1', 'E-2']);
  await run();
  const { journal } = toSheetFiles(path, {});
  rmSync(journal);
  const id = cellsByHeading(path)[0]?.['Assessment ID'] ?? '';
  edit((text) => text.replace(`,${id},`, ',,'));
  await run();
  edit((text) => text.replace('France,Portugal', 'France,Italy'));
  await run();
  expect(cellsByHeading(path)[0]).toMatchObject({
    'Assessment status': 'Invalid',
    'Overall trip risk': '',
  });
  const key = readFacts(path).find(({ fact }) => fact === 'unconfirmed')?.row;
  await (await openSettlement()).settle(String(key), undefined);
  const { reports } = await run();
  expect(readShown().map(([status]) => status)).toEqual(['Scored', 'Scored']);
  expect(cellsByHeading(path)[0]?.['Overall trip risk']).toBe(
    String(reports[0]?.scores?.overallTrip),
  );
});

test('a forgotten row with other inputs and no ID stays Forgotten, and its results are removed', async () => {
  const { path, run, readReported, readShown, edit } = await testSheet(['E-1']);
  await run();
  const { journal } = toSheetFiles(path, {});
  const key = String(readFacts(path).find(({ fact }) => fact === 'created')?.row);
  const id = cellsByHeading(path)[0]?.['Assessment ID'] ?? '';
  const kept = readFileSync(journal, 'utf8')
    .split('\n')
    .filter((line) => !line.includes(key));
  const fact = { fact: 'forgotten', row: key, ids: [hashWithoutSalt(id)], at };
  writeFileSync(journal, `${kept.join('\n')}${JSON.stringify(fact)}\n`);
  await run();
  expect(readShown()[0]?.[0]).toBe('Forgotten');
  edit((text) => text.replace(`,${id},`, ',,').replace('France,Portugal', 'France,Italy'));
  const { summary } = await run();
  expect(summary).toMatchObject({ sent: 0, counts: { Forgotten: 1 }, blocked: 0 });
  expect(cellsByHeading(path)[0]).toMatchObject({ 'Overall trip risk': '', 'Report link': '' });
  expect(readShown()).toEqual(await readReported());
});

test('the plan of a round names rows that became identical through edits', async () => {
  const { runRound, run, edit } = await testSheet(['E-1', 'E-1', 'E-3']);
  edit((text) => text.replace('Anywhere,Mid', 'Anywhere,Low'));
  await run();
  edit((text) => text.replace('Anywhere,Low', 'Anywhere,Mid'));
  let notes: readonly object[] = [];
  await runRound({
    onEvent(event) {
      if (event.type === 'plan') notes = event.plan.notes;
    },
  });
  expect(notes).toContainEqual({ code: 'identicalInRound', rows: [2, 3] });
});

test('without a journal, a typed ID does not count as the previous assessment of an unanswered row', async () => {
  const { service, path, run, runRound, edit, injectFault } = await testSheet([
    'E-1',
    'E-1',
    'E-2',
  ]);
  await run();
  await injectFault('reset-after-commit');
  await runRound({ concurrency: 1 });
  const readIds = () => cellsByHeading(path).map((cells) => cells['Assessment ID'] ?? '');
  const [first = '', , third = ''] = readIds();
  // A person corrects the inputs of the first row, and types the ID of the third into the second.
  edit((text) => text.replace('Anywhere,Mid', 'Anywhere,Senior'));
  typeId(path, 3, third);
  rmSync(toSheetFiles(path, {}).journal);
  await run();
  const created = readFacts(path).filter(({ fact }) => fact === 'created');
  expect(created.map(({ row, assessmentId }) => [row, assessmentId])).toEqual(
    expect.arrayContaining([
      [`id:${first}`, first],
      [`id:${third}`, third],
    ]),
  );
  expect(cellsByHeading(path).map((cells) => cells['Assessment status'])).toEqual([
    'Invalid',
    'Unconfirmed',
    'Scored',
  ]);
  expect((await service.readLedger()).commits.rwa_create).toBe(4);
});

test('without a journal, a row with the ID of another assessment is Unconfirmed', async () => {
  const { path, service, run } = await testSheet(['E-1']);
  await run();
  // Create another assessment of the same person, which the sheet does not show.
  const other = writeHires(testFolder(), ['E-1']);
  writeFileSync(other, readFileSync(other, 'utf8').replace('Mid', 'Senior'));
  await runOn(other, service.sandbox);
  const [{ 'Assessment ID': id = '' } = {}] = cellsByHeading(other);
  typeId(path, 2, id);
  rmSync(toSheetFiles(path, {}).journal);
  await run();
  const [{ 'Assessment status': status, 'Assessment ID': shownId } = {}] = cellsByHeading(path);
  expect([status, shownId]).toEqual(['Unconfirmed', id]);
});
