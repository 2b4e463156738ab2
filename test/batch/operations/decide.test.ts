import { readFileSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import { decide } from '../../../batch/engine/operations/decide.js';
import type { Plan } from '../../../batch/engine/run/events.js';
import { systemTiming } from '../../../batch/http/timing.js';
import { startScriptedService } from '../../http/scriptedService.js';
import { startTestSandbox, type SandboxUnderTest } from '../../sandbox/sandboxUnderTest.js';
import { testFolder } from '../testFolder.js';
import type { Entry } from '../cli/sheets.js';
import { runOn } from '../run/testRun.js';
import { approval, edit, replace, runOperationOn, readStatuses, writeSheet } from './testSheets.js';
import { serviceMessages } from '../../serviceMessages.js';

/** Creates a sandbox and a sheet with a decision on an assessment for each entry of `changes`. */
async function createDecisionSheet(
  changes: readonly Entry[],
): Promise<{ sandbox: SandboxUnderTest; path: string; ids: string[] }> {
  const sandbox = await startTestSandbox();
  const ids = await Promise.all(changes.map(() => sandbox.create()));
  const rows = changes.map((change, index) => ({ ...approval(ids[index] ?? ''), ...change }));
  return { sandbox, ids, path: writeSheet(testFolder(), rows) };
}

const decideJournalPath = (path: string) => toSheetFiles(path, { command: 'decide' }).journal;

describe('a decision is sent only if it is known and has its required person and ID', () => {
  const nobody = { 'Manager ID': '', 'Compliance team member ID': '', 'Cancelled by staff ID': '' };
  test.each([
    [{ Decision: 'pending' }, ''],
    [{ Decision: 'Manager Approved' }, serviceMessages.managerRequired],
    [{ Decision: 'compliance approved' }, serviceMessages.complianceRequired],
    [{ Decision: 'Approved' }, serviceMessages.complianceRequired],
    [
      { Decision: 'Rejected' },
      'Manager ID or Compliance Team Member ID is required for Rejected. Name the person who decides.',
    ],
    [{ Decision: 'Cancelled' }, serviceMessages.cancellerRequired],
    [{ Decision: 'Maybe' }, 'Status must be Pending, Manager Approved, Compliance Approved'],
    [
      { Decision: 'Manager Approved', 'Assessment ID': '' },
      /Assessment ID is missing\. .*Manager ID is required/,
    ],
  ])('%o', async (change, message) => {
    const { sandbox, path } = await createDecisionSheet([{ ...nobody, ...change }]);
    const { reports } = await runOperationOn(path, decide, sandbox);
    const sent = message === '';
    expect(reports).toMatchObject([{ status: sent ? 'Decided' : 'Invalid' }]);
    expect(reports[0]?.message).toMatch(message);
    expect((await sandbox.readLedger()).requests.rwa_update).toBe(sent ? 1 : 0);
  });
});

test('a decision of a compliance team member without an activated account is refused', async () => {
  const { sandbox, path } = await createDecisionSheet([{ 'Compliance team member ID': 'C-101' }]);
  const { reports, summary } = await runOperationOn(path, decide, sandbox);
  expect(summary.outcome).toBe('someFailed');
  expect(reports[0]).toMatchObject({
    status: 'Rejected',
    message: expect.stringMatching(
      /must complete account setup .*assessment\. If they did not make the decision, clear the cell/,
    ) as string,
  });
});

test('a recorded decision is sent again only after it changed', async () => {
  const { sandbox, path, ids } = await createDecisionSheet([{}, {}]);
  await runOperationOn(path, decide, sandbox);
  await runOperationOn(path, decide, sandbox);
  expect((await sandbox.readLedger()).requests.rwa_update).toBe(2);

  replace(path, 'Manager Approved', 'Rejected');
  const { summary } = await runOperationOn(path, decide, sandbox);
  expect(summary.counts.Decided).toBe(2);
  expect((await sandbox.readLedger()).requests.rwa_update).toBe(3);
  expect(await sandbox.readResult(ids[0] ?? '')).toMatchObject({ status: 'Rejected' });
});

describe('Approved and Compliance Approved are one decision', () => {
  const complianceApproval = { 'Compliance team member ID': 'C-100', 'Manager ID': '' };

  test('changing one to the other sends nothing', async () => {
    const decisions = ['Approved', 'Compliance Approved', 'approved'];
    const { sandbox, path } = await createDecisionSheet([
      { ...complianceApproval, Decision: decisions[0] ?? '' },
    ]);
    for (const [index, decision] of decisions.entries()) {
      if (index > 0) replace(path, `,${decisions[index - 1] ?? ''},`, `,${decision},`);
      const { reports } = await runOperationOn(path, decide, sandbox);
      expect(reports).toMatchObject([{ status: 'Decided', message: '' }]);
    }
    expect((await sandbox.readLedger()).requests.rwa_update).toBe(1);
  });
});

test('the sheet shows the time of the latest decision', async () => {
  const { sandbox, path } = await createDecisionSheet([{}]);
  await runOperationOn(path, decide, sandbox);
  replace(path, 'Manager Approved', 'Rejected');
  const dayLater = { ...systemTiming, now: () => Date.now() + 86_400_000 };
  const { reports } = await runOperationOn(path, decide, sandbox, { timing: dayLater });
  const [{ doneAt = '' } = {}] = reports;
  expect(Date.parse(doneAt)).toBeGreaterThan(Date.now());
  expect(readFileSync(path, 'utf8')).toContain(`,Decided,,${doneAt},`);
});

test('a decision that returns to an earlier value gets a new event ID, and a retry keeps its ID', async () => {
  const decided = { body: { status: 'success', success: true, message: 'ok' } };
  const notFound = { body: { status: 'error', success: false, message: 'Not Found' } };
  const lostAnswer = 'reset';
  // Each run first checks the service. The answer to the third decision is lost, so the run reads the
  // assessment and then sends the decision again.
  const service = await startScriptedService([
    notFound,
    decided,
    notFound,
    decided,
    notFound,
    lostAnswer,
    notFound,
    decided,
  ] as const);
  try {
    const path = writeSheet(testFolder(), [{ ...approval('A-1'), Decision: '' }]);
    const settings = { operation: decide, files: toSheetFiles(path, { command: 'decide' }) };
    const target = { baseUrl: service.url, tokens: ['token'] as const };
    for (const decision of ['Manager Approved', 'Rejected', 'Manager Approved']) {
      edit(path, (text) => text.replace(/,(?:Manager Approved|Rejected)?,/, `,${decision},`));
      await runOn(path, target, settings);
    }
    const ids = service.requests
      .filter(({ operation }) => operation === 'rwa_update')
      .map(({ body }) => (body as { externalEventId: string }).externalEventId);
    expect(ids).toHaveLength(4);
    expect(new Set(ids).size).toBe(3);
    expect(ids[2]).toBe(ids[3]);
  } finally {
    await service.close();
  }
});

describe('without its journal', () => {
  async function decideAndDeleteJournal() {
    const story = await createDecisionSheet([{}, {}]);
    const { path, sandbox } = story;
    const dayBefore = { ...systemTiming, now: () => Date.now() - 86_400_000 };
    const { reports } = await runOperationOn(path, decide, sandbox, { timing: dayBefore });
    rmSync(decideJournalPath(path));
    return { ...story, decidedAt: reports[0]?.doneAt ?? 'no time' };
  }

  test('a decision that the row reference proves is not sent again and keeps its time', async () => {
    const { sandbox, path, decidedAt } = await decideAndDeleteJournal();
    const plans: Plan[] = [];
    const { summary } = await runOperationOn(path, decide, sandbox, {
      onEvent: (event) => event.type === 'plan' && plans.push(event.plan),
    });
    expect(plans).toMatchObject([{ rowsToDo: 0, rowsToSend: 0, counts: { Decided: 2 } }]);
    expect(plans[0]?.notes).toMatchObject([{ code: 'rowsDoneInSheet', count: 2 }]);
    expect(summary).toMatchObject({ sent: 0, doneBefore: 2, counts: { Decided: 2 } });
    expect(readFileSync(path, 'utf8')).toContain(decidedAt);
    expect((await sandbox.readLedger()).requests.rwa_update).toBe(2);
  });

  test('a decision without proof is sent only after its status was cleared', async () => {
    const { sandbox, path } = await decideAndDeleteJournal();
    replace(path, /r1[.][0-9a-z.]+/g, '');
    const { reports } = await runOperationOn(path, decide, sandbox);
    expect(reports).toMatchObject([{ status: 'Invalid' }, { status: 'Invalid' }]);
    expect(reports[0]?.message).toContain('To send it, clear its Decision status and run again.');
    expect((await sandbox.readLedger()).requests.rwa_update).toBe(2);
    replace(path, /,Invalid,/g, ',,');
    await runOperationOn(path, decide, sandbox);
    expect((await sandbox.readLedger()).requests.rwa_update).toBe(4);
  });

  test('a changed decision is sent', async () => {
    const { sandbox, path, ids } = await decideAndDeleteJournal();
    replace(path, 'Manager Approved', 'Rejected');
    const { reports } = await runOperationOn(path, decide, sandbox);
    expect(reports).toMatchObject([{ status: 'Decided' }, { status: 'Decided' }]);
    expect(await sandbox.readResult(ids[0] ?? '')).toMatchObject({ status: 'Rejected' });
  });

  test('a decision whose Assessment ID was replaced is not sent', async () => {
    const { sandbox, path, ids } = await decideAndDeleteJournal();
    const other = await sandbox.create();
    replace(path, ids[1] ?? '', other);
    const { reports } = await runOperationOn(path, decide, sandbox);
    expect(reports[1]).toMatchObject({ status: 'Invalid' });
    expect(await sandbox.readResult(other)).toMatchObject({ status: 'Pending' });
  });

  test('a changed decision that cannot be sent is Invalid', async () => {
    const { sandbox, path } = await decideAndDeleteJournal();
    replace(path, 'Manager Approved', 'Maybe');
    const { reports } = await runOperationOn(path, decide, sandbox);
    expect(reports).toMatchObject([{ status: 'Invalid' }, { status: 'Decided' }]);
  });
});

describe('with its journal', () => {
  test('a row whose Assessment ID was replaced is Invalid until its Decision status is cleared', async () => {
    const { sandbox, path, ids } = await createDecisionSheet([{}, {}]);
    await runOperationOn(path, decide, sandbox);
    const otherAssessment = await sandbox.create();
    replace(path, ids[1] ?? '', otherAssessment);
    const { summary, reports } = await runOperationOn(path, decide, sandbox);
    expect(summary).toMatchObject({ outcome: 'someFailed', counts: { Decided: 1, Invalid: 1 } });
    expect(reports[1]?.message).toContain('To send it, clear its Decision status and run again.');
    expect((await sandbox.readLedger()).requests.rwa_update).toBe(2);

    replace(path, new RegExp(`^(${otherAssessment}.*),Invalid,`, 'm'), '$1,,');
    const after = await runOperationOn(path, decide, sandbox);
    expect(readStatuses(after)).toEqual(['Decided', 'Decided']);
    // The old decision time in the cell does not count as a person's edit.
    expect(after.summary.notes).toEqual([]);
    expect(readFileSync(path, 'utf8')).toContain(after.reports[1]?.doneAt ?? 'no time');
  });
});

test('sorting the rows sends no decision again', async () => {
  const { sandbox, path } = await createDecisionSheet([{}, { Note: 'b' }, { Note: 'c' }]);
  await runOperationOn(path, decide, sandbox);
  edit(path, (text) => {
    const [head = '', ...rows] = text.trimEnd().split('\r\n');
    return [head, ...rows.toReversed(), ''].join('\r\n');
  });
  const { summary } = await runOperationOn(path, decide, sandbox);
  expect(summary).toMatchObject({ outcome: 'done', counts: { Decided: 3 } });
  expect((await sandbox.readLedger()).requests.rwa_update).toBe(3);
});

test('contradictory decisions on one assessment are all invalid, and none is sent', async () => {
  const { sandbox, path, ids } = await createDecisionSheet([{}, {}, { Decision: 'Rejected' }]);
  replace(path, ids[1] ?? '', ids[0] ?? '');
  replace(path, ids[2] ?? '', ids[0] ?? '');
  const { reports } = await runOperationOn(path, decide, sandbox);
  expect(reports.map(({ status, message }) => [status, message])).toEqual(
    [2, 3, 4].map(() => [
      'Invalid',
      'Rows 2, 3 and 4 have the same Assessment ID but different details. Keep one row.',
    ]),
  );
  expect((await sandbox.readLedger()).requests.rwa_update).toBe(0);
});
