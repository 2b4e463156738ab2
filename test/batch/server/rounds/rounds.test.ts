import { expect, test } from 'vitest';
import type { StoredRow } from '../../../../batch/server/results/rowStore.js';
import { compareScores } from '../../../../batch/engine/report/summary.js';
import type { ScoredRow } from '../../../../batch/engine/report/reportData.js';
import { roundScore } from '../../../../batch/engine/report/risks.js';
import type { Round } from '../../../../batch/server/contract/shapes.js';
import { appendLines, readLastNumber } from '../../../../batch/server/journal/journalLines.js';
import { recordRound, listRounds } from '../../../../batch/server/rounds/roundStore.js';
import { testRounds } from './testRounds.js';
import { writeRows } from '../storedRows.js';

const firstRoundAt = '2026-12-01T08:00:00.000Z';
const secondRoundAt = '2027-01-31T05:00:00.000Z';
const secondRoundEndAt = '2027-01-31T05:10:00.000Z';

/** Creates a row with its overall risk before the second round and now. */
function createRow(
  before: number | undefined,
  now: number,
  more: Pick<Partial<StoredRow>, 'status'> & { readonly assessedAt?: string } = {},
) {
  return {
    previousOverall: before,
    previousAt: firstRoundAt,
    scores: { overallTrip: now },
    assessedAt: before === undefined ? firstRoundAt : secondRoundEndAt,
    ...more,
  };
}

const rows = [
  createRow(2, 2.04),
  createRow(2.0, 2.06),
  createRow(5, 3.1),
  createRow(3, 7.96),
  createRow(3, 8),
  createRow(6, 1),
  createRow(1, 9, { status: 'Pending' }),
  createRow(1, 9, { status: 'Rejected' }),
  // This row was assessed only in the first round.
  createRow(4, 5, { assessedAt: firstRoundAt }),
  createRow(undefined, 5),
];

/** Adds a sheet with the rows above. Its first round has ended, and its second round has begun. */
async function startRound() {
  const server = await testRounds();
  const sheet = await server.addSheet(rows);
  await server.addRun(sheet, {
    operation: 'assess',
    startedAt: firstRoundAt,
    endedAt: firstRoundAt,
  });
  const { store } = server.services;
  const append = async (...facts: readonly object[]) => {
    const lines = facts.map((fact) => `${JSON.stringify(fact)}\n`).join('');
    await appendLines(store, sheet, await readLastNumber(store, sheet), Buffer.from(lines));
  };
  await append(
    { fact: 'journal', version: 1, service: 'x', salt: 's', at: firstRoundAt },
    { fact: 'round', round: 2, at: secondRoundAt },
  );
  return { ...server, sheet, store, append };
}

test('a round lists the same changes as the report, in the same order', async () => {
  const { sheet, store, addRun, append } = await startRound();
  await addRun(sheet, {
    operation: 'reassess',
    startedAt: secondRoundAt,
    startedBy: 'the schedule',
  });
  await append({ fact: 'round_ended', round: 2, at: secondRoundEndAt });
  await recordRound(store, sheet);
  const [round] = await listRounds(store, sheet);
  expect(round).toMatchObject({
    number: 2,
    startedAt: secondRoundAt,
    endedAt: secondRoundEndAt,
    startedBy: 'the schedule',
    assessed: 6,
    risen: 3,
    fallen: 2,
    same: 1,
  });
  const expected = compareScores(rows.map(toReportRow), { number: 2, startedAt: secondRoundAt });
  const { risen, fallen, same } = expected;
  expect(round?.changes.map(({ row, before, now, by }) => ({ row, before, now, by }))).toEqual(
    [...risen, ...fallen].map(({ row: { row }, before, now, difference }) => {
      return { row, before, now, by: difference };
    }),
  );
  expect([round?.risen, round?.fallen, round?.same]).toEqual([risen.length, fallen.length, same]);
});

test('a change shows the name of its person only while the row has the same Employee ID', async () => {
  const { sheet, store, addRun, ask } = await startRound();
  await addRun(sheet, { operation: 'reassess', startedAt: secondRoundAt });
  await recordRound(store, sheet);
  const findListedName = async () => {
    const answer = await ask('viewer', 'GET', `/api/sheets/${sheet}/rounds`);
    const { rounds } = (await answer.json()) as { rounds: readonly Round[] };
    return rounds[0]?.changes.find(({ row }) => row === 6)?.name;
  };
  const change = (values: { person_name: string } | { employee_id: string }) =>
    store.db.updateTable('row').set(values).where('number', '=', 6).execute();
  expect(await findListedName()).toBeUndefined();
  await change({ person_name: 'Zoë' });
  expect(await findListedName()).toBe('Zoë');
  await change({ employee_id: 'another' });
  expect(await findListedName()).toBeUndefined();
});

test('a round lists at most 50 of its changes, and counts all of them', async () => {
  const { sheet, store, addRun } = await startRound();
  await addRun(sheet, { operation: 'reassess', startedAt: secondRoundAt });
  const manyRows = Array.from({ length: 60 }, (_, index) => ({
    number: 100 + index,
    key: '',
    employeeId: '',
    purpose: '',
    destination: '',
    status: 'Scored' as const,
    message: '',
    hidden: false,
    inputs: {},
    instead: {},
    ...createRow(1, 1 + index / 10),
  }));
  await writeRows(store, sheet, manyRows);
  await recordRound(store, sheet);
  const [round] = await listRounds(store, sheet);
  expect(round?.changes).toHaveLength(50);
  expect(round?.risen).toBe(62);
});

test('earlier rounds are kept, and a round in progress is listed with its results so far', async () => {
  const { sheet, store, addRun, append, ask } = await startRound();
  await store.db.deleteFrom('journal').execute();
  await recordRound(store, sheet);
  await addRun(sheet, {
    operation: 'reassess',
    startedAt: secondRoundAt,
    state: 'running',
    endedAt: null,
  });
  await append({ fact: 'round', round: 2, at: secondRoundAt });
  const answer = await ask('viewer', 'GET', `/api/sheets/${sheet}/rounds`);
  const { rounds } = (await answer.json()) as { rounds: Round[] };
  expect(rounds.map(({ number, endedAt, assessed }) => [number, endedAt, assessed])).toEqual([
    [2, undefined, 6],
    [1, firstRoundAt, 8],
  ]);
});

function toReportRow(
  { scores, previousOverall, previousAt, assessedAt, status = 'Scored' }: (typeof rows)[number],
  index: number,
): ScoredRow {
  return {
    row: index + 2,
    employeeId: '',
    purpose: '',
    destination: '',
    message: '',
    status,
    scores,
    overall: roundScore(scores.overallTrip),
    highestRisk: undefined,
    assessedAt,
    ...(previousOverall === undefined
      ? {}
      : { previous: { overallTrip: previousOverall, assessedAt: previousAt } }),
  };
}
