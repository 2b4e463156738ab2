import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import { openJournal } from '../../../batch/engine/journal/journalFile.js';
import { settle } from '../../../batch/engine/journal/settle.js';
import type { Message } from '../../../batch/engine/message.js';
import { createReassessment } from '../../../batch/engine/operations/assess.js';
import { systemTiming } from '../../../batch/http/timing.js';
import type { RunEvent, RoundPlan } from '../../../batch/engine/run/events.js';
import type { Selection } from '../../../batch/engine/rows/selection.js';
import { startTestSandbox, type SandboxUnderTest } from '../../sandbox/sandboxUnderTest.js';
import { testFolder } from '../testFolder.js';
import {
  readCells,
  employees,
  readFacts,
  allInWords,
  type RunResult,
  runOn,
  type RunSettings,
  writeHires,
} from './testRun.js';

const dayMs = 86_400_000;

/** A sheet with its runs, and a clock that tests can move by days. */
class Sheet {
  readonly path: string;
  readonly service: SandboxUnderTest;
  plan: RoundPlan | undefined;
  /** The number of days by which the clock of the runs is ahead. */
  day = 0;

  constructor(service: SandboxUnderTest, ids: readonly string[], folder = testFolder()) {
    this.service = service;
    this.path = writeHires(folder, ids);
  }

  static async createAssessed(ids: readonly string[]): Promise<Sheet> {
    const sheet = new Sheet(await startTestSandbox(), ids);
    await sheet.assess();
    return sheet;
  }

  assess(settings: RunSettings = {}): Promise<RunResult> {
    return runOn(this.path, this.service.sandbox, { timing: this.timing, ...settings });
  }

  async reassess(settings: RunSettings & { selection?: Selection } = {}): Promise<RunResult> {
    const { selection = {}, onEvent, ...others } = settings;
    const result = await this.assess({
      operation: createReassessment(selection),
      ...others,
      onEvent: (event: RunEvent) => {
        if (event.type === 'plan') this.plan = event.plan.round;
        onEvent?.(event);
      },
    });
    return result;
  }

  get timing() {
    return { ...systemTiming, now: () => Date.now() + this.day * dayMs };
  }

  edit(from: string | RegExp, to: string): void {
    const text = readFileSync(this.path, 'utf8');
    expect(text).toMatch(from);
    writeFileSync(this.path, text.replace(from, to));
  }

  readCell(employee: string, heading: string): string | undefined {
    const [head = [], ...rows] = readCells(this.path);
    return rows.find(([id]) => id === employee)?.[head.indexOf(heading)];
  }

  async countAssessments(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { employeeId } of (await this.service.readLedger()).assessments) {
      counts[String(employeeId)] = (counts[String(employeeId)] ?? 0) + 1;
    }
    return counts;
  }

  loseAnswers(times: number): Promise<unknown> {
    const rule = { operation: 'rwa_create', fault: 'reset-after-commit', times };
    return this.service.control('POST faults', rule);
  }

  async settle(key: string, assessmentId?: string): Promise<void> {
    const { journal: path } = toSheetFiles(this.path, {});
    const journal = await openJournal(path, this.service.sandbox.baseUrl, Date.now);
    const at = new Date(this.timing.now()).toISOString();
    const exists =
      assessmentId === undefined
        ? {}
        : { exists: { fact: 'created', row: key, assessmentId, by: 'person', at } as const };
    settle(journal, { row: key, at, ...exists });
    await journal.close();
  }
}

test('the message of an unconfirmed row does not mention edits before its request', async () => {
  const sheet = await Sheet.createAssessed(employees(1));
  sheet.edit('E-1,Hire From Anywhere,Mid', 'E-1,Hire From Anywhere,Senior');
  await sheet.loseAnswers(1);
  const { reports } = await sheet.reassess();
  expect(reports[0]).toMatchObject({ status: 'Unconfirmed' });
  expect(reports[0]?.message).not.toContain('inputs have changed since');
  sheet.edit('E-1,Hire From Anywhere,Senior', 'E-1,Hire From Anywhere,Low');
  const { reports: edited } = await sheet.reassess();
  expect(edited[0]?.message).toContain('inputs have changed since');
});

describe('a second run of rwa reassess', () => {
  test('on the same day finds nothing to do and leaves the files unchanged', async () => {
    const sheet = await Sheet.createAssessed(employees(3));
    await sheet.reassess();
    const [content, facts] = [readFileSync(sheet.path, 'utf8'), readFacts(sheet.path)];
    const { summary } = await sheet.reassess();
    expect(summary).toMatchObject({ outcome: 'done', counts: { Scored: 3, 'Not sent': 0 } });
    expect(sheet.plan).toMatchObject({ number: 2, selected: 0, unselected: { done: 3 } });
    expect(sheet.plan?.endedAt).toBeDefined();
    expect(readFileSync(sheet.path, 'utf8')).toBe(content);
    expect(readFacts(sheet.path)).toEqual(facts);
  });

  test('after an interruption continues the same round, even on another day', async () => {
    const sheet = await Sheet.createAssessed(employees(40));
    const stop = new AbortController();
    let created = 0;
    const first = await sheet.reassess({
      signal: stop.signal,
      concurrency: 2,
      onEvent: (event) => {
        if (event.type === 'progress' && !event.done && ++created === 10) stop.abort();
      },
    });
    expect(first.summary).toMatchObject({ outcome: 'interrupted', round: 2 });
    const { 'Not sent': notSent } = first.summary.counts;
    expect(notSent).toBeGreaterThan(0);
    // A row that was not sent keeps its scores and their status.
    expect(readFileSync(sheet.path, 'utf8')).not.toContain('Not sent');
    sheet.day = 2;
    const second = await sheet.reassess();
    expect(second.summary).toMatchObject({ outcome: 'done', round: 2, counts: { Scored: 40 } });
    expect(Object.values(await sheet.countAssessments())).toEqual(employees(40).map(() => 2));
    // The round ended today, so no other round begins.
    await sheet.reassess();
    expect(sheet.plan).toMatchObject({ number: 2, selected: 0, unselected: { done: 40 } });
    expect(Object.values(await sheet.countAssessments())).toEqual(employees(40).map(() => 2));
  });

  test('after the clock was set back finds nothing to do, and the plan reports a time in the future', async () => {
    const sheet = await Sheet.createAssessed(employees(2));
    sheet.day = 30;
    await sheet.reassess();
    sheet.edit(/$/, copyRow(sheet.path, 'E-1', 'E-new'));
    for (const day of [29, 0, -400]) {
      sheet.day = day;
      // The order in the journal makes the new row part of the round, although its time is earlier.
      await sheet.assess();
      await sheet.reassess();
      expect(sheet.plan).toMatchObject({ number: 2, selected: 0, unselected: { done: 3 } });
      expect(sheet.plan?.inFuture).toBeDefined();
      expect(await sheet.countAssessments()).toEqual({ 'E-1': 2, 'E-2': 2, 'E-new': 1 });
    }
  });
});

test('a round does not end while one row is pending and another is unconfirmed', async () => {
  const sheet = new Sheet(await startTestSandbox({ readyAfterMs: 600 }), employees(2));
  await sheet.assess();
  await sheet.loseAnswers(1);
  const first = await sheet.reassess({ concurrency: 1, pollTimeoutMs: 1 });
  expect(first.summary.counts).toMatchObject({ Unconfirmed: 1, Pending: 1 });
  expect(readFacts(sheet.path).map(({ fact }) => fact)).not.toContain('round_ended');
});

test('assessing the sheet weeks after a round reads its pending results, and sends no scored row', async () => {
  const sheet = new Sheet(await startTestSandbox({ readyAfterMs: 600 }), employees(2));
  await sheet.assess();
  const round = await sheet.reassess({ pollTimeoutMs: 1 });
  expect(round.summary.counts).toMatchObject({ Pending: 2 });
  sheet.day = 30;
  const { summary } = await sheet.assess();
  expect(summary.counts).toMatchObject({ Scored: 2 });
  expect(await sheet.countAssessments()).toEqual({ 'E-1': 2, 'E-2': 2 });
});

describe('a round with a name', () => {
  test('sends no row twice, even on other days and after other rounds', async () => {
    const sheet = await Sheet.createAssessed(employees(3));
    const roundName = '2026-Q4';
    await sheet.reassess({ roundName, selection: { rows: [[2, 2]] } });
    expect(sheet.plan).toMatchObject({ number: 2, name: '2026-Q4' });
    sheet.day = 40;
    await sheet.reassess({ selection: { rows: [[3, 3]] } });
    expect(sheet.plan).toMatchObject({ number: 3 });
    for (sheet.day = 41; sheet.day < 44; sheet.day++) {
      await sheet.reassess({ roundName });
      expect(sheet.plan).toMatchObject({ number: 2, name: '2026-Q4' });
      expect(await sheet.countAssessments()).toEqual({ 'E-1': 2, 'E-2': 2, 'E-3': 2 });
    }
    await sheet.reassess({ roundName: '2027-Q1' });
    expect(sheet.plan).toMatchObject({ number: 4, name: '2027-Q1' });
    expect(await sheet.countAssessments()).toEqual({ 'E-1': 3, 'E-2': 3, 'E-3': 3 });
  });
});

describe('a row that is unconfirmed in a round', () => {
  const createUnconfirmed = async () => {
    const sheet = await Sheet.createAssessed(['E-1', 'E-2', 'E-3']);
    await sheet.loseAnswers(1);
    const result = await sheet.reassess({ concurrency: 1 });
    expect(result.summary).toMatchObject({
      outcome: 'unconfirmed',
      counts: { Scored: 2, Unconfirmed: 1 },
    });
    return sheet;
  };

  test('keeps its previous ID, and its message explains that the scores are from the previous assessment', async () => {
    const sheet = await createUnconfirmed();
    const old = (await sheet.service.readLedger()).assessments[0]?.assessmentId;
    expect(sheet.readCell('E-1', 'Assessment status')).toBe('Unconfirmed');
    expect(readFileSync(sheet.path, 'utf8')).toContain(
      'The scores are those of the previous assessment',
    );
    expect(readFileSync(sheet.path, 'utf8')).toContain(String(old));
  });

  test('is not sent again in the same round, in later rounds or by rwa assess', async () => {
    const sheet = await createUnconfirmed();
    await sheet.reassess();
    await sheet.reassess({ newRound: true });
    sheet.day = 90;
    const { summary } = await sheet.reassess();
    expect(summary).toMatchObject({
      outcome: 'unconfirmed',
      round: 4,
      counts: { Unconfirmed: 1, Scored: 2 },
    });
    expect(await sheet.countAssessments()).toEqual({ 'E-1': 2, 'E-2': 4, 'E-3': 4 });
    expect((await sheet.assess()).summary.counts).toMatchObject({ Unconfirmed: 1, Scored: 2 });
  });

  test('is not sent in another round after its earlier inputs were restored', async () => {
    const sheet = await Sheet.createAssessed(['E-1']);
    sheet.edit('E-1,Hire From Anywhere,Mid', 'E-1,Hire From Anywhere,Senior');
    await sheet.loseAnswers(1);
    await sheet.reassess();
    sheet.edit('E-1,Hire From Anywhere,Senior', 'E-1,Hire From Anywhere,Mid');
    await sheet.reassess({ newRound: true });
    expect(await sheet.countAssessments()).toEqual({ 'E-1': 2 });
  });

  test('gets its result after a person resolves it with the ID of its new assessment', async () => {
    const sheet = await createUnconfirmed();
    const ids = (await sheet.service.readLedger()).assessments
      .filter(({ employeeId }) => employeeId === 'E-1')
      .map(({ assessmentId }) => String(assessmentId));
    const key = `after:${ids[0] ?? ''}`;
    await expect(sheet.settle(key, ids[0])).rejects.toThrow('idOfEarlierAssessment');
    sheet.day = 1;
    await sheet.settle(key, ids[1]);
    const { summary } = await sheet.reassess();
    expect(summary).toMatchObject({ outcome: 'done', round: 2, counts: { Scored: 3 } });
    expect(sheet.readCell('E-1', 'Assessment ID')).toBe(ids[1]);
    expect(await sheet.countAssessments()).toEqual({ 'E-1': 2, 'E-2': 2, 'E-3': 2 });
  });
});

test('a rejected row is sent again with --retry-rejected, in the next round, or after a correction', async () => {
  const sheet = await Sheet.createAssessed(['E-1', 'E-2']);
  sheet.edit('E-1,Hire From Anywhere,Mid,Other', 'E-1,Hire From Anywhere,Mid,Astronaut');
  expect((await sheet.reassess()).summary).toMatchObject({
    outcome: 'someFailed',
    counts: { Rejected: 1 },
  });
  expect(sheet.readCell('E-1', 'Assessment status')).toBe('Rejected');
  const countRequests = async () => (await sheet.service.readLedger()).requests.rwa_create;
  const sent = await countRequests();
  await sheet.reassess();
  expect(await countRequests()).toBe(sent);
  await sheet.reassess({ retryRejected: true });
  expect(await countRequests()).toBe(sent + 1);
  sheet.day = 1;
  expect((await sheet.reassess()).summary).toMatchObject({ round: 3, counts: { Rejected: 1 } });
  expect(await countRequests()).toBe(sent + 3);
  sheet.edit('Astronaut', 'Other');
  expect((await sheet.reassess()).summary).toMatchObject({ outcome: 'done', round: 3 });
  expect(await sheet.countAssessments()).toEqual({ 'E-1': 2, 'E-2': 3 });
});

describe('a selection', () => {
  test('of changed rows compares each row with its latest request', async () => {
    const sheet = await Sheet.createAssessed(employees(2));
    const selection = { onlyChanged: true };
    sheet.edit('E-1,Hire From Anywhere,Mid', 'E-1,Hire From Anywhere,Senior');
    await sheet.reassess({ selection });
    expect(await sheet.countAssessments()).toEqual({ 'E-1': 2, 'E-2': 1 });
    sheet.day = 1;
    await sheet.reassess({ selection });
    expect(await sheet.countAssessments()).toEqual({ 'E-1': 2, 'E-2': 1 });
    sheet.edit('E-1,Hire From Anywhere,Senior', 'E-1,Hire From Anywhere,Mid');
    await sheet.reassess({ selection });
    expect(await sheet.countAssessments()).toEqual({ 'E-1': 3, 'E-2': 1 });
  });

  test('by age uses the time of the latest result', async () => {
    const sheet = await Sheet.createAssessed(employees(2));
    sheet.day = 50;
    await sheet.reassess({ selection: { rows: [[2, 2]] } });
    sheet.day = 100;
    await sheet.reassess({ selection: { olderThanMs: 90 * dayMs } });
    expect(await sheet.countAssessments()).toEqual({ 'E-1': 2, 'E-2': 2 });
    expect(sheet.plan).toMatchObject({ number: 3, selected: 1, unselected: { recent: 1 } });
  });
});

test('rwa reassess skips and reports rows that were never assessed', async () => {
  const sheet = await Sheet.createAssessed(['E-1']);
  sheet.edit(/$/, copyRow(sheet.path, 'E-1', 'E-new'));
  const notes: Message[] = [];
  const { summary, reports } = await sheet.reassess({
    onEvent: (event) => {
      if (event.type === 'plan') notes.push(...event.plan.notes);
    },
  });
  expect(summary).toMatchObject({ outcome: 'done', counts: { Scored: 1 } });
  expect(reports).toHaveLength(1);
  const note = { code: 'rowsNeverAssessed', count: 1, unfit: 0 };
  expect(notes).toContainEqual(note);
  expect(summary).toMatchObject({
    neverAssessed: 1,
    notes: expect.arrayContaining([note]) as Message[],
  });
  await sheet.assess();
  await sheet.reassess();
  // The first assessment of E-new counts for the round, because the round had already begun.
  expect(await sheet.countAssessments()).toEqual({ 'E-1': 2, 'E-new': 1 });
});

test('the number of never-assessed rows includes only rows that rwa assess would send', async () => {
  const sheet = await Sheet.createAssessed(['E-1', 'E-2']);
  const newRow = copyRow(sheet.path, 'E-1', 'E-new');
  const unfitRow = copyRow(sheet.path, 'E-1', 'E-late').replace('2026-11-03', 'soon');
  sheet.edit(/$/, newRow + newRow + unfitRow);
  // A row that shows another employee's assessment is blocked, and not selected here.
  sheet.edit('E-2,', 'E-9,');
  const { summary } = await sheet.reassess({ selection: { rows: [[2, 2]] } });
  const note = { code: 'rowsNeverAssessed', count: 1, unfit: 2 };
  expect(summary).toMatchObject({ neverAssessed: 1 });
  expect(summary.notes).toContainEqual(note);
});

test('rwa reassess leaves a sheet without assessments unchanged', async () => {
  const sheet = new Sheet(await startTestSandbox(), ['E-1', 'E-2']);
  const before = readFileSync(sheet.path, 'utf8');
  const { summary } = await sheet.reassess();
  expect(summary).toMatchObject({ outcome: 'done', sent: 0, neverAssessed: 2 });
  expect(readFileSync(sheet.path, 'utf8')).toBe(before);
  expect(summary).not.toHaveProperty('output');
});

test('rwa reassess does not send a row that now contains another employee', async () => {
  const sheet = await Sheet.createAssessed(['E-1', 'E-2']);
  sheet.edit('E-2,', 'E-3,');
  const { summary, reports } = await sheet.reassess();
  expect(summary).toMatchObject({ outcome: 'someFailed', counts: { Scored: 1, Invalid: 1 } });
  expect(reports[1]?.message).toMatch(/belongs to another employee/);
  expect(await sheet.countAssessments()).toEqual({ 'E-1': 2, 'E-2': 1 });
});

test('without a journal, the previous score is read from the sheet', async () => {
  const sheet = await Sheet.createAssessed(employees(2));
  const before = Number(sheet.readCell('E-1', 'Overall trip risk'));
  rmSync(toSheetFiles(sheet.path, {}).journal);
  sheet.edit('E-1,Hire From Anywhere,Mid', 'E-1,Hire From Anywhere,Senior');
  await sheet.loseAnswers(1);
  const { summary } = await sheet.reassess({ concurrency: 1, withoutJournal: true });
  expect(summary).toMatchObject({ outcome: 'unconfirmed', counts: { Scored: 1, Unconfirmed: 1 } });
  // The old scores belong to the row's earlier inputs.
  expect(sheet.readCell('E-1', 'Overall trip risk')).toBe('');
  const [open] = readFacts(sheet.path).filter(({ fact }) => fact === 'unconfirmed');
  await sheet.settle(open?.row ?? '');
  await sheet.reassess();
  expect(Number(sheet.readCell('E-1', 'Previous overall risk'))).toBe(before);
  expect(await sheet.countAssessments()).toEqual({ 'E-1': 3, 'E-2': 2 });
  await sheet.assess();
  expect(Number(sheet.readCell('E-1', 'Previous overall risk'))).toBe(before);
});

test.each(['Senior', 'Mid'])(
  'without a journal, an unanswered reassessment is not sent again with the seniority %s',
  async (level) => {
    const sheet = await Sheet.createAssessed(['E-1']);
    const sheetBefore = readFileSync(sheet.path);
    sheet.edit('E-1,Hire From Anywhere,Mid', 'E-1,Hire From Anywhere,Low');
    await sheet.loseAnswers(1);
    await sheet.reassess();
    // The round was killed before it wrote the sheet.
    writeFileSync(sheet.path, sheetBefore);
    sheet.edit('E-1,Hire From Anywhere,Mid', 'E-1,Hire From Anywhere,Senior');
    await sheet.assess();
    expect(sheet.readCell('E-1', 'Assessment status')).toBe('Unconfirmed');
    rmSync(toSheetFiles(sheet.path, {}).journal);
    sheet.edit('E-1,Hire From Anywhere,Senior', `E-1,Hire From Anywhere,${level}`);
    await sheet.assess({ withoutJournal: true });
    await sheet.reassess({ newRound: true });
    expect(await sheet.countAssessments()).toEqual({ 'E-1': 2 });
    const [open] = readFacts(sheet.path).filter(({ fact }) => fact === 'unconfirmed');
    await sheet.settle(open?.row ?? '');
    await sheet.reassess({ newRound: true });
    expect(await sheet.countAssessments()).toEqual({ 'E-1': 3 });
  },
);

test('rwa assess writes the newest scores into a restored sheet from before the round', async () => {
  const sheet = await Sheet.createAssessed(employees(3));
  const old = readFileSync(sheet.path, 'utf8');
  await sheet.reassess();
  const reassessed = readFileSync(sheet.path, 'utf8');
  writeFileSync(sheet.path, old);
  expect((await sheet.assess()).summary).toMatchObject({ outcome: 'done', counts: { Scored: 3 } });
  expect(readFileSync(sheet.path, 'utf8')).toBe(reassessed);
  expect(await sheet.countAssessments()).toEqual({ 'E-1': 2, 'E-2': 2, 'E-3': 2 });
});

test('rwa reassess handles a sheet whose results are only in a copy', async () => {
  const sheet = new Sheet(await startTestSandbox(), employees(2));
  const output = join(testFolder(), 'scored.csv');
  await sheet.assess({ output });
  await sheet.reassess({ output });
  await sheet.reassess({ output, newRound: true });
  expect(await sheet.countAssessments()).toEqual({ 'E-1': 3, 'E-2': 3 });
  expect(readCells(output)[0]).toContain('Change');
  expect(readCells(sheet.path)[0]).not.toContain('Change');
});

test('rwa reassess writes each result into its row after the sheet was sorted during the round', async () => {
  const sheet = await Sheet.createAssessed(employees(12));
  const { summary } = await sheet.reassess({
    onEvent: ({ type }) => {
      if (type !== 'start') return;
      const [head = '', ...rows] = readFileSync(sheet.path, 'utf8').split('\r\n').filter(Boolean);
      writeFileSync(sheet.path, [head, ...rows.toReversed(), ''].join('\r\n'));
    },
  });
  expect(allInWords(summary.notes)).toMatch(/was edited during the run/);
  const output = summary.output ?? '';
  expect(output).not.toBe(sheet.path);
  const [head = [], ...rows] = readCells(output);
  const ledger = (await sheet.service.readLedger()).assessments;
  for (const row of rows) {
    const id = row[head.indexOf('Assessment ID')];
    expect(ledger.find(({ assessmentId }) => assessmentId === id)?.employeeId).toBe(row[0]);
    expect(row[head.indexOf('Change')]).toBe('0');
  }
  // The sheet still shows the first round; the journal has the second.
  await sheet.reassess();
  expect(Object.values(await sheet.countAssessments())).toEqual(employees(12).map(() => 2));
});

/** Returns a copy of an employee's row for another employee, without results. */
function copyRow(path: string, employee: string, other: string): string {
  const row =
    readFileSync(path, 'utf8')
      .split('\r\n')
      .find((line) => line.startsWith(`${employee},`)) ?? '';
  return `${row.split(',').slice(0, 14).join(',').replace(employee, other)}\r\n`;
}
