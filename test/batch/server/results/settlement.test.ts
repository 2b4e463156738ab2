import { setTimeout as sleep } from 'node:timers/promises';
import ExcelJS from 'exceljs';
import { expect, test } from 'vitest';
import { matchChoice } from '../../../../batch/server/contract/shapes.js';
import { setMatchChoice } from '../../../../batch/server/sheets/matchStore.js';
import { readStoredSheet } from '../../../../batch/server/sheets/readStoredSheet.js';
import { findSheet } from '../../../../batch/server/sheets/sheetStore.js';
import { readRowsByNumber } from '../../../../batch/server/results/rowPages.js';
import { listUnconfirmed } from '../../../../batch/server/results/unconfirmedStore.js';
import { detachFromRow } from '../../../../batch/engine/run/settleRow.js';
import { openStoredJournal } from '../../../../batch/server/journal/openStoredJournal.js';
import { disownAssessment } from '../../../../batch/server/results/markRow.js';
import { settleRow } from '../../../../batch/server/results/settleRow.js';
import { headings, hireRow } from '../../run/testRun.js';
import { runSheet, testResults, storeSheet } from './testStore.js';
import { claimRow } from '../storedRows.js';
import type { Store } from '../../../../batch/server/db/store.js';
import { ageRequests } from '../ageRequests.js';

/** Assesses two rows. The service creates an assessment for the first row, but answers with status 500. */
async function assessWithLostAnswer({ isAged = true } = {}) {
  const fixture = await testResults();
  const fault = { operation: 'rwa_create', fault: 'status-500-after-commit' };
  await fixture.sandbox.control('POST faults', { ...fault, match: { employeeId: 'E-1' } });
  const rows = [headings, hireRow('E-1'), hireRow('E-2'), ''].join('\r\n');
  const sheet = await storeSheet(fixture, 'hires.csv', rows);
  await runSheet(fixture, sheet);
  await fixture.sandbox.control('DELETE faults');
  if (isAged) await ageRequests(fixture.store);
  const [unconfirmed] = await listUnconfirmed(fixture.store, sheet);
  if (unconfirmed === undefined) throw new Error('Row 2 is not unconfirmed.');
  const created = (await fixture.sandbox.readLedger()).assessments.map(
    ({ id, assessmentId, employeeId }) => {
      return { id: String(id ?? assessmentId), employeeId };
    },
  );
  const findId = (wanted: string) =>
    created.find(({ employeeId }) => employeeId === wanted)?.id ?? '';
  const readStatuses = async () =>
    (await readRowsByNumber(fixture.store, sheet, [2, 3])).map((row) => row.status);
  const countCreates = async () => (await fixture.sandbox.readLedger()).requests.rwa_create;
  return { fixture, sheet, unconfirmed, findId, readStatuses, countCreates };
}

test('the next run fetches the scores of an assessment that a person has confirmed, and sends nothing', async () => {
  const { fixture, sheet, unconfirmed, findId, readStatuses, countCreates } =
    await assessWithLostAnswer();
  expect(unconfirmed).toMatchObject({ row: 2, reason: expect.any(String) as string });
  expect(unconfirmed.sent).toContainEqual({
    field: 'destination',
    label: 'Destination country',
    value: 'Portugal',
  });
  expect(await readStatuses()).toEqual(['Unconfirmed', 'Scored']);

  const settlement = { exists: true, id: findId('E-1') } as const;
  const changed = await settleRow(fixture.ports, sheet, unconfirmed.key, settlement);
  expect(changed).toEqual([{ sheet, rows: [2] }]);
  expect(await readStatuses()).toEqual(['Pending', 'Scored']);
  expect(await listUnconfirmed(fixture.store, sheet)).toEqual([]);

  await runSheet(fixture, sheet);
  expect(await readStatuses()).toEqual(['Scored', 'Scored']);
  expect(await countCreates()).toBe(2);
});

test('a settlement stores no rows if the process has lost the lock of the sheet', async () => {
  const { fixture, sheet, unconfirmed, readStatuses } = await assessWithLostAnswer();
  const { ports } = fixture;
  // As if this process paused after it recorded the settlement, and another process took the lock.
  const locks = {
    has: () => Promise.resolve(false),
    requestReplan: () => Promise.resolve(),
    take: async (name: string) => ({
      ...(await ports.locks.take(name)),
      isMine: () => Promise.resolve(false),
    }),
  };
  const settled = settleRow({ ...ports, locks }, sheet, unconfirmed.key, { exists: false });
  await expect(settled).rejects.toMatchObject({ name: 'RefusalError' });
  expect(await readStatuses()).toEqual(['Unconfirmed', 'Scored']);
});

test('the next run sends a row again after a person has settled it as not created', async () => {
  const { fixture, sheet, unconfirmed, readStatuses, countCreates } = await assessWithLostAnswer();
  await settleRow(fixture.ports, sheet, unconfirmed.key, { exists: false });
  expect(await readStatuses()).toEqual(['Not sent', 'Scored']);
  const counts = { 'Not sent': 1, Scored: 1 };
  expect(await findSheet(fixture.store, sheet)).toMatchObject({ counts, unconfirmed: 0 });
  await runSheet(fixture, sheet);
  expect(await readStatuses()).toEqual(['Scored', 'Scored']);
  expect(await countCreates()).toBe(3);
});

test('unconfirmed rows that are skipped as hidden are listed like removed rows, and can be settled', async () => {
  const fixture = await testResults();
  const { store, ports, sandbox } = fixture;
  const fault = { operation: 'rwa_create', fault: 'status-500-after-commit' };
  await sandbox.control('POST faults', { ...fault, match: { employeeId: 'E-1' } });
  await sandbox.control('POST faults', { ...fault, match: { employeeId: 'E-2' } });
  const workbook = new ExcelJS.Workbook();
  const worksheet = workbook.addWorksheet('Hires');
  worksheet.addRow(headings.split(','));
  for (const employee of ['E-1', 'E-2']) {
    worksheet.addRow(hireRow(employee).split(',')).hidden = true;
  }
  worksheet.addRow(hireRow('E-3').split(','));
  const bytes = Buffer.from(await workbook.xlsx.writeBuffer());
  const sheet = await storeSheet(fixture, 'hires.xlsx', bytes);
  await runSheet(fixture, sheet);
  await ageRequests(store);
  expect(await listUnconfirmed(store, sheet)).toMatchObject([{ row: 2 }, { row: 3 }]);

  await setMatchChoice(store, sheet, matchChoice.parse({ skipHidden: true }), {
    isRemembered: false,
  });
  await readStoredSheet(ports, sheet);
  const lost = await listUnconfirmed(store, sheet);
  expect(lost).toMatchObject([{ row: null }, { row: null }]);
  const people = lost.flatMap(({ sent }) => sent.filter(({ field }) => field === 'employeeId'));
  expect(people.map(({ value }) => value).toSorted()).toEqual(['E-1', 'E-2']);
  for (const { key } of lost) await settleRow(ports, sheet, key, { exists: false });
  expect(await findSheet(store, sheet)).toMatchObject({ unconfirmed: 0 });
});

test('a malformed ID, the ID of another row and an unknown row are refused, and nothing is recorded', async () => {
  const { fixture, sheet, unconfirmed, findId, readStatuses } = await assessWithLostAnswer();
  const settleWith = (id: string) =>
    settleRow(fixture.ports, sheet, unconfirmed.key, { exists: true, id });
  const refusals = {
    'E-2': /Employee ID of a row/,
    'a b': /not an ID of the service/,
    [findId('E-2')]: /already belongs to row 3/,
  };
  for (const [id, why] of Object.entries(refusals)) {
    await expect(settleWith(id)).rejects.toMatchObject({
      name: 'RefusalError',
      code: 'invalid',
      message: expect.stringMatching(why) as string,
    });
  }
  const settled = settleRow(fixture.ports, sheet, 'nothing', { exists: false });
  await expect(settled).rejects.toMatchObject({ code: 'invalid' });
  expect(await readStatuses()).toEqual(['Unconfirmed', 'Scored']);
});

test('if two people settle a row at once, the second settlement is refused', async () => {
  const { fixture, sheet, unconfirmed, findId, readStatuses, countCreates } =
    await assessWithLostAnswer();
  const settlement = { exists: true, id: findId('E-1') } as const;
  const settled = await Promise.allSettled([
    settleRow(fixture.ports, sheet, unconfirmed.key, settlement),
    settleRow(fixture.ports, sheet, unconfirmed.key, settlement),
  ]);
  // Either of the two may take the lock of the sheet first.
  expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(settled).toContainEqual(
    expect.objectContaining({ reason: expect.objectContaining({ code: 'conflict' }) as unknown }),
  );
  // A third person, whose page still lists the row as unconfirmed, settles it as not created.
  const lateSettlement = settleRow(fixture.ports, sheet, unconfirmed.key, { exists: false });
  await expect(lateSettlement).rejects.toMatchObject({
    name: 'RefusalError',
    code: 'conflict',
    message: expect.stringContaining('has settled this row') as string,
  });
  expect(await readStatuses()).toEqual(['Pending', 'Scored']);
  expect(await countCreates()).toBe(2);
});

test('an answer about a row that this server had not sent is refused after it has sent the row', async () => {
  const { fixture, sheet, unconfirmed, readStatuses } = await assessWithLostAnswer();
  const settle = (sentAt: string | null) =>
    settleRow(fixture.ports, sheet, unconfirmed.key, { exists: false }, { sentAt });
  // Rows that only the uploaded file shows as sent are listed with sentAt: null.
  await expect(settle(null)).rejects.toMatchObject({ code: 'conflict' });
  await settle(unconfirmed.sentAt);
  expect(await readStatuses()).toEqual(['Not sent', 'Scored']);
});

test('a refused answer stores the rows, because the process may have died right after the answer before it', async () => {
  const { fixture, sheet, findId, readStatuses } = await assessWithLostAnswer();
  const { store, ports } = fixture;
  const lock = await ports.locks.take(sheet);
  const journal = await openStoredJournal(ports, sheet, lock);
  detachFromRow(
    { planned: { number: 3 }, assessmentId: findId('E-2') },
    journal,
    new Date().toISOString(),
  );
  await journal.close();
  await lock.release();
  expect(await readStatuses()).toEqual(['Unconfirmed', 'Scored']);
  await expect(disownAssessment(ports, sheet, 3)).rejects.toMatchObject({ code: 'invalid' });
  expect(await readStatuses()).toEqual(['Unconfirmed', 'Unconfirmed']);
  expect(await listUnconfirmed(store, sheet)).toMatchObject([{ row: 2 }, { row: 3 }]);
});

test('a settlement waits for the lock of the sheet, and reads the sheet afterwards', async () => {
  const { fixture, sheet, unconfirmed } = await assessWithLostAnswer();
  const lock = await fixture.ports.locks.take(sheet);
  const settled = settleRow(fixture.ports, sheet, unconfirmed.key, { exists: false });
  const refused = expect(settled).rejects.toMatchObject({
    message: expect.stringContaining('was deleted') as string,
  });
  await sleep(100);
  await fixture.store.db.updateTable('sheet').set({ file: null }).where('id', '=', sheet).execute();
  await lock.release();
  await refused;
  expect(await fixture.ports.locks.has(sheet)).toBe(false);
});

test('a settlement and a later correction of its ID apply to other sheets immediately', async () => {
  const { fixture, sheet, unconfirmed, findId, countCreates } = await assessWithLostAnswer();
  const { ports } = fixture;
  const settle = (settlement: Parameters<typeof settleRow>[3], seenId?: string) =>
    settleRow(ports, sheet, unconfirmed.key, settlement, { id: seenId });
  const claim = (owner: string, row = unconfirmed.key) =>
    claimRow(ports.store, { owner, row }, '2026-11-01T00:00:00Z');
  expect(await claim(sheet)).toEqual({ kind: 'new' });
  const createExpectedClaim = (assessmentId: string) => ({
    kind: 'others',
    owner: sheet,
    sent: unconfirmed.key,
    row: expect.objectContaining({ isDone: true, assessmentId }) as unknown,
  });
  await settle({ exists: true, id: '1700000000000x111111111111111111' });
  expect(await claim('another')).toEqual(createExpectedClaim('1700000000000x111111111111111111'));
  // The service has no such assessment, so the person corrects the ID.
  await runSheet(fixture, sheet);
  await settle({ exists: true, id: findId('E-1') }, '1700000000000x111111111111111111');
  expect(await claim('another')).toEqual(createExpectedClaim(findId('E-1')));
  expect(await countCreates()).toBe(2);
});

test('an ID from another sheet is refused if another row has it there, and accepted if the same row has it there', async () => {
  const { fixture, sheet, unconfirmed, readStatuses } = await assessWithLostAnswer();
  const { store } = fixture.ports;
  const addDoneRequest = async (owner: string, row: string, id: string) => {
    await store.db
      .insertInto('sent_request')
      .values({ row, request: '', owner, state: 'done', assessment_id: id, at: '' })
      .execute();
  };
  const [idOfOtherRow, idOfSameRow] = [
    '1700000000000x111111111111111111',
    '1700000000000x222222222222222222',
  ];
  await addDoneRequest('another', 'row of somebody', idOfOtherRow);
  await addDoneRequest('another', unconfirmed.key, idOfSameRow);
  const settleWith = (id: string) =>
    settleRow(fixture.ports, sheet, unconfirmed.key, { exists: true, id });
  await expect(settleWith(idOfOtherRow)).rejects.toThrow('of another sheet');
  expect(await readStatuses()).toEqual(['Unconfirmed', 'Scored']);
  expect((await settleWith(idOfSameRow)).map(({ rows }) => rows)).toEqual([[2]]);
});

test('for a minute after its request, a row cannot be settled as not created, because the request may still arrive', async () => {
  const { fixture, sheet, unconfirmed, readStatuses, countCreates } = await assessWithLostAnswer({
    isAged: false,
  });
  const settle = () => settleRow(fixture.ports, sheet, unconfirmed.key, { exists: false });
  await expect(settle()).rejects.toThrow(/Wait (?:60|5\d) s, check the service again/);
  // The wait also applies if the process died before it recorded an outcome.
  await deleteOutcomes(fixture.store, sheet, unconfirmed.key);
  // The clock is set back by a day.
  await ageRequests(fixture.store, { byMs: -86_400_000 });
  await expect(settle()).rejects.toThrow(
    /Ask the person who runs this server to correct its clock: .* Wait 60 s/,
  );
  await ageRequests(fixture.store, { byMs: 86_440_000 });
  await expect(settle()).rejects.toThrow(/Wait (?:20|1\d) s/);
  expect(await readStatuses()).toEqual(['Unconfirmed', 'Scored']);
  await ageRequests(fixture.store, { byMs: 20_000 });
  await settle();
  await runSheet(fixture, sheet);
  expect(await countCreates()).toBe(3);
});

/** Deletes the journal entries about a row, except its intents. */
async function deleteOutcomes({ db }: Store, owner: string, row: string): Promise<void> {
  const entries = await db
    .selectFrom('journal')
    .select(['number', 'lines'])
    .where('owner', '=', owner)
    .where('row', '=', row)
    .execute();
  const outcomes = entries.filter(({ lines }) => !lines.includes('"intent"'));
  await db
    .deleteFrom('journal')
    .where(
      'number',
      'in',
      outcomes.map(({ number }) => number),
    )
    .execute();
}
