import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import { readJournal } from '../../../batch/engine/journal/readJournal.js';
import { assess, createReassessment } from '../../../batch/engine/operations/assess.js';
import type { Message } from '../../../batch/engine/message.js';
import type { Listener } from '../../../batch/engine/run/events.js';
import { readHistory } from '../../../batch/engine/run/history.js';
import { readStatus } from '../../../batch/engine/run/readStatus.js';
import { inWords } from '../../../batch/cli/wording/wording.js';
import { startTestSandbox, type SandboxUnderTest } from '../../sandbox/sandboxUnderTest.js';
import { testFolder } from '../testFolder.js';
import { readCells, employees, hireRow, runOn, writeHires } from './testRun.js';

const hourMs = 3_600_000;
const beginMs = Date.parse('2026-11-21T10:00:00.000Z');

// The clock decides when results are ready, and only these tests move it.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: beginMs });
});
afterEach(() => {
  vi.useRealTimers();
});
const advanceClock = (ms: number) => {
  vi.setSystemTime(Date.now() + ms);
};

const edit = (path: string, before: string, after: string) => {
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(before);
  writeFileSync(path, text.replace(before, after));
};
const readCell = (path: string, employee: string, heading: string): string | undefined => {
  const [head = [], ...rows] = readCells(path);
  return rows.find(([id]) => id === employee)?.[head.indexOf(heading)];
};
const listAssessedEmployees = async (service: SandboxUnderTest) =>
  (await service.readLedger()).assessments.map(({ employeeId }) => String(employeeId)).toSorted();
const loadStatus = (path: string) =>
  readStatus(path, toSheetFiles(path, {}), assess, { inputs: assess }, inWords);
const collectNotes = (notes: Message[]): Listener => {
  return (event) => {
    if (event.type === 'plan') notes.push(...event.plan.notes);
  };
};

/** Restores the files to their state just before the run wrote the sheet, as if the run had been killed then. */
function restoreBeforeWriting(path: string, sheetBefore: string): void {
  writeFileSync(path, sheetBefore);
  const { journal } = toSheetFiles(path, {});
  const lines = readFileSync(journal, 'utf8').split('\n');
  writeFileSync(journal, lines.filter((line) => !line.includes('"fact":"written"')).join('\n'));
}

describe('a row that was corrected while its result was pending', () => {
  const correctPending = async () => {
    const service = await startTestSandbox({ readyAfterMs: hourMs });
    const path = writeHires(testFolder(), employees(2));
    const first = await runOn(path, service.sandbox, { pollTimeoutMs: 1 });
    expect(first.summary.counts).toMatchObject({ Pending: 2 });
    edit(path, 'E-1,Hire From Anywhere,Mid', 'E-1,Hire From Anywhere,Senior');
    advanceClock(2 * hourMs);
    return { service, path, oldId: readCell(path, 'E-1', 'Assessment ID') ?? '' };
  };

  test('gets no score from rwa assess, and keeps the ID', async () => {
    const { service, path, oldId } = await correctPending();
    const { summary, reports } = await runOn(path, service.sandbox);
    expect(summary).toMatchObject({ outcome: 'someFailed', counts: { Scored: 1, Invalid: 1 } });
    expect(reports[0]).toMatchObject({ status: 'Invalid', assessmentId: oldId });
    expect(reports[0]?.scores).toBeUndefined();
    expect(readCell(path, 'E-1', 'Overall trip risk')).toBe('');
    expect(await listAssessedEmployees(service)).toEqual(['E-1', 'E-2']);
  });

  test('gets the score of its new inputs from rwa reassess, which keeps the old score in the history', async () => {
    const { service, path, oldId } = await correctPending();
    const operation = createReassessment({ onlyChanged: true });
    const waiting = await runOn(path, service.sandbox, { operation, pollTimeoutMs: 1 });
    expect(waiting.summary.counts).toMatchObject({ Pending: 1, Scored: 1 });
    expect(readCell(path, 'E-1', 'Overall trip risk')).toBe('');
    advanceClock(2 * hourMs);
    const { summary } = await runOn(path, service.sandbox, { operation });
    expect(summary).toMatchObject({ outcome: 'done', counts: { Scored: 2 } });
    const newId = readCell(path, 'E-1', 'Assessment ID') ?? '';
    expect(newId).not.toBe(oldId);
    const { overallTrip } = await service.readResult(newId);
    expect(Number(readCell(path, 'E-1', 'Overall trip risk'))).toBe(overallTrip);
    const old = await service.readResult(oldId);
    expect(Number(readCell(path, 'E-1', 'Previous overall risk'))).toBe(old.overallTrip);
    const { known } = await readJournal(toSheetFiles(path, {}).journal);
    expect(Array.from(readHistory([], known.states), ({ scores }) => scores?.overallTrip)).toEqual(
      expect.arrayContaining([old.overallTrip, overallTrip]),
    );
    expect(await listAssessedEmployees(service)).toEqual(['E-1', 'E-1', 'E-2']);
    expect((await runOn(path, service.sandbox)).summary).not.toHaveProperty('output');
  });

  test('gets no score in a round that leaves it out', async () => {
    const { service, path } = await correctPending();
    const operation = createReassessment({ rows: [[3, 3]] });
    const { reports } = await runOn(path, service.sandbox, { operation });
    expect(reports.map(({ status }) => status)).toEqual(['Invalid', 'Scored']);
    expect(readCell(path, 'E-1', 'Overall trip risk')).toBe('');
  });

  test('gets no score after the journal was lost', async () => {
    const { service, path } = await correctPending();
    await runOn(path, service.sandbox);
    rmSync(toSheetFiles(path, {}).journal);
    const { reports } = await runOn(path, service.sandbox);
    expect(reports[0]?.status).toBe('Invalid');
    expect(readCell(path, 'E-1', 'Overall trip risk')).toBe('');
    expect(await listAssessedEmployees(service)).toEqual(['E-1', 'E-2']);
  });
});

test('a scored row whose inputs change loses its score, and reassess gives it a new one', async () => {
  const service = await startTestSandbox();
  const path = writeHires(testFolder(), employees(2));
  await runOn(path, service.sandbox);
  edit(path, 'E-1,Hire From Anywhere,Mid', 'E-1,Hire From Anywhere,Senior');
  await runOn(path, service.sandbox);
  expect([
    readCell(path, 'E-1', 'Assessment status'),
    readCell(path, 'E-1', 'Overall trip risk'),
  ]).toEqual(['Invalid', '']);
  await runOn(path, service.sandbox, { operation: createReassessment({}) });
  // A round that has ended today continues for a row with changed inputs.
  edit(path, 'E-1,Hire From Anywhere,Senior', 'E-1,Hire From Anywhere,Low');
  await runOn(path, service.sandbox, { operation: createReassessment({}) });
  expect(readCell(path, 'E-1', 'Assessment status')).toBe('Scored');
  expect(await listAssessedEmployees(service)).toEqual(['E-1', 'E-1', 'E-1', 'E-2', 'E-2']);
});

describe('a corrected row of a run that crashed before it wrote the sheet', () => {
  const correctAfterCrash = async () => {
    const service = await startTestSandbox();
    const path = writeHires(testFolder(), employees(2));
    const before = readFileSync(path, 'utf8');
    await runOn(path, service.sandbox);
    const oldId = readCell(path, 'E-1', 'Assessment ID') ?? '';
    restoreBeforeWriting(path, before);
    edit(path, 'E-1,Hire From Anywhere,Mid', 'E-1,Hire From Anywhere,Senior');
    return { service, path, oldId };
  };

  test('is blocked with a message that names the ID and the commands to choose from', async () => {
    const { service, path, oldId } = await correctAfterCrash();
    const notes: Message[] = [];
    const { summary, reports } = await runOn(path, service.sandbox, {
      onEvent: collectNotes(notes),
    });
    expect(summary).toMatchObject({
      outcome: 'someFailed',
      blocked: 1,
      counts: { Scored: 1, Invalid: 1 },
    });
    expect(reports[0]?.message).toContain(oldId);
    expect(readFileSync(path, 'utf8')).not.toContain(`,${oldId},`);
    expect(reports[0]?.message).toContain('rwa reassess');
    expect(reports[0]?.message).toContain('rwa resolve with --row and --new-row');
    expect(notes).toContainEqual(expect.objectContaining({ code: 'rowsBlocked', rows: [2] }));
    expect(await listAssessedEmployees(service)).toEqual(['E-1', 'E-2']);
    const { rows } = await loadStatus(path);
    expect(rows[0]?.report).toMatchObject({
      status: 'Invalid',
      message: { code: 'assessmentNeverShown', assessmentId: oldId },
    });
  });
});

test('assessments of deleted rows do not block new rows of the same employees', async () => {
  const service = await startTestSandbox();
  const path = writeHires(testFolder(), employees(2));
  const head = readCells(path)[0]?.join(',') ?? '';
  await runOn(path, service.sandbox);
  const rows = employees(2).map((id) => hireRow(id).replace('Portugal', 'Spain'));
  writeFileSync(path, [head, ...rows, ''].join('\r\n'));
  const { summary } = await runOn(path, service.sandbox);
  expect(summary).toMatchObject({ outcome: 'done', counts: { Scored: 2 } });
  expect(await listAssessedEmployees(service)).toEqual(['E-1', 'E-1', 'E-2', 'E-2']);
});

test('a row that a person marked to be sent again is also sent after a correction', async () => {
  const service = await startTestSandbox();
  const path = writeHires(testFolder(), ['E-1']);
  const lost = { operation: 'rwa_create', fault: 'reset-before-commit', times: 1 };
  await service.control('POST faults', lost);
  expect((await runOn(path, service.sandbox)).summary.counts.Unconfirmed).toBe(1);
  const { journal } = toSheetFiles(path, {});
  const { known } = await readJournal(journal);
  const [key = ''] = known.states.keys();
  const sendAgain = { fact: 'send_again', row: key, at: new Date().toISOString() };
  writeFileSync(journal, `${readFileSync(journal, 'utf8')}${JSON.stringify(sendAgain)}\n`);
  edit(path, 'Mid', 'Senior');
  expect((await runOn(path, service.sandbox)).summary).toMatchObject({ outcome: 'done' });
  expect(await listAssessedEmployees(service)).toEqual(['E-1']);
});

test('a journal that was restored from a backup is refused, and nothing is sent', async () => {
  const service = await startTestSandbox();
  const path = writeHires(testFolder(), employees(1));
  await runOn(path, service.sandbox);
  const { journal } = toSheetFiles(path, {});
  const backup = readFileSync(journal, 'utf8');
  writeFileSync(path, `${readFileSync(path, 'utf8')}${hireRow('E-2')}\r\n`);
  await runOn(path, service.sandbox);
  writeFileSync(journal, backup);
  writeFileSync(path, `${readFileSync(path, 'utf8')}${hireRow('E-3')}\r\n`);
  const error = /journalOlderThanSheet.*"rows":\[3\]/;
  await expect(runOn(path, service.sandbox)).rejects.toThrow(error);
  const round = { operation: createReassessment({}) };
  await expect(runOn(path, service.sandbox, round)).rejects.toThrow('journalOlderThanSheet');
  expect((await loadStatus(path)).missingFromJournal.map(({ number }) => number)).toEqual([3]);
  expect(await listAssessedEmployees(service)).toEqual(['E-1', 'E-2']);
});

test('a new journal records the results that the sheet shows after the old journal was lost', async () => {
  const service = await startTestSandbox();
  const path = writeHires(testFolder(), employees(2));
  await runOn(path, service.sandbox);
  const { journal } = toSheetFiles(path, {});
  const score = readCell(path, 'E-1', 'Overall trip risk');
  rmSync(journal);
  writeFileSync(path, `${readFileSync(path, 'utf8')}${hireRow('E-3')}\r\n`);
  await runOn(path, service.sandbox, { withoutJournal: true });
  const again = await runOn(path, service.sandbox);
  expect(again.summary).toMatchObject({ outcome: 'done', counts: { Scored: 3 } });
  expect(readCell(path, 'E-1', 'Overall trip risk')).toBe(score);
  expect(await listAssessedEmployees(service)).toEqual(['E-1', 'E-2', 'E-3']);
});

test.each([
  ['seniority', 'E-1,Hire From Anywhere,Mid', 'E-1,Hire From Anywhere,Senior'],
  ['employee', 'E-1,', 'E-9,'],
])(
  'a row without its ID and with another %s becomes Invalid and loses the old score',
  async (_what, before, after) => {
    const service = await startTestSandbox();
    const path = writeHires(testFolder(), employees(2));
    await runOn(path, service.sandbox);
    edit(path, `,${readCell(path, 'E-1', 'Assessment ID') ?? ''},`, ',,');
    edit(path, before, after);
    const { summary } = await runOn(path, service.sandbox);
    expect(summary).toMatchObject({ counts: { Scored: 1, Invalid: 1 } });
    expect(readCell(path, after.slice(0, 3), 'Overall trip risk')).toBe('');
    expect(await listAssessedEmployees(service)).toEqual(['E-1', 'E-2']);
  },
);

test('a Manager ID can be filled in after the row was scored', async () => {
  const service = await startTestSandbox();
  const path = writeHires(testFolder(), employees(1));
  await runOn(path, service.sandbox);
  const [head = [], row = []] = readCells(path);
  writeFileSync(path, [[...head, 'Manager ID'], [...row, 'M-200'], ''].join('\r\n'));
  expect((await runOn(path, service.sandbox)).summary).toMatchObject({ outcome: 'done' });
  expect(Number(readCell(path, 'E-1', 'Overall trip risk'))).toBeGreaterThanOrEqual(0);
  expect(await listAssessedEmployees(service)).toEqual(['E-1']);
});

test('a row loses its old status after its Employee ID is deleted', async () => {
  const service = await startTestSandbox();
  const path = writeHires(testFolder(), employees(2));
  writeFileSync(path, `${readFileSync(path, 'utf8')}Total,,,,,,,,,,4,,,\r\n`);
  const first = await runOn(path, service.sandbox);
  expect(first.summary).toMatchObject({ outcome: 'someFailed', counts: { Invalid: 1 } });
  edit(path, 'Total,', ',');
  const second = await runOn(path, service.sandbox);
  expect(second.summary).toMatchObject({ outcome: 'done', counts: { Scored: 2, Invalid: 0 } });
  expect(readFileSync(path, 'utf8')).not.toContain('Invalid');
  expect((await runOn(path, service.sandbox)).summary).not.toHaveProperty('output');
});

test('the plan does not mention the assessment of a deleted row if no row is sent', async () => {
  const service = await startTestSandbox();
  const path = writeHires(testFolder(), employees(2));
  const before = readFileSync(path, 'utf8');
  await runOn(path, service.sandbox);
  restoreBeforeWriting(path, before);
  writeFileSync(path, before.replace(/^E-1,.*\r\n/m, ''));
  const notes: Message[] = [];
  const options = { onEvent: collectNotes(notes) };
  expect((await runOn(path, service.sandbox, options)).summary.counts).toMatchObject({ Scored: 1 });
  expect(notes).not.toContainEqual({ code: 'assessmentsWithoutRow', count: 1 });
});
