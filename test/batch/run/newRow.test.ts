import { expect, test } from 'vitest';
import type { IntakeRow } from '../../../batch/engine/intake/intakeRow.js';
import type { RowFact } from '../../../batch/engine/journal/facts.js';
import { Journal } from '../../../batch/engine/journal/journal.js';
import { JournalMemory, MemoryStore } from '../../../batch/engine/journal/journalMemory.js';
import { assess } from '../../../batch/engine/operations/assess.js';
import { planRows } from '../../../batch/engine/rows/planRows.js';
import { findBlock, type PlannedRow } from '../../../batch/engine/rows/plannedRow.js';
import { checkNewRow, listChoices, recordAsNew } from '../../../batch/engine/run/settleRow.js';
import { createRequestFailure } from '../../serviceMessages.js';

/** Keys as long as hashes. The ID of an assessment ends with the first letter of its key. */
const [rowKey, otherKey, earlierKey] = ['x'.repeat(64), 'y'.repeat(64), 'e'.repeat(64)];
const createTime = (second: number) => new Date(second * 1000).toISOString();

const send = (row: string, second: number, employee = 'person'): RowFact => ({
  fact: 'intent',
  row,
  employee,
  trip: 'trip',
  attempt: 1,
  at: createTime(second),
});
const release = (row: string, second: number): RowFact => ({
  fact: 'released',
  row,
  reason: 'not_sent',
  at: createTime(second),
});
/** Returns the facts of an assessment that no sheet has shown. */
const create = (row: string, second: number, employee?: string): RowFact[] => [
  send(row, second, employee),
  {
    fact: 'created',
    row,
    assessmentId: `A-${row.slice(0, 1)}`,
    by: 'answer',
    at: createTime(second),
  },
];

async function createSheet(facts: readonly RowFact[]) {
  const memory = new JournalMemory();
  const stored = await memory.read('memory');
  const journal = new Journal(new MemoryStore(memory, 0), stored, {
    service: 'https://service.example/api/1.1/wf',
    now: () => 0,
  });
  for (const fact of facts) journal.append(fact);
  /** Plans a sheet with one row of the person. */
  const plan = (key: string): PlannedRow => {
    const row: IntakeRow = { number: 2, key, inputs: {}, employee: 'person', trip: 'trip' };
    const [planned = row] = planRows([row], journal.states);
    return planned;
  };
  const readStatus = (key: string) => {
    const planned = plan(key);
    const state = journal.state(planned.key);
    return assess.status(planned, state, { sendDuplicates: false });
  };
  const confirmNew = (key: string, second: number) => {
    recordAsNew(2, checkNewRow(plan(key)), journal, createTime(second));
  };
  return { journal, plan, readStatus, confirmNew };
}

test.each<[what: string, facts: RowFact[]]>([
  ['the row was never sent', create(earlierKey, 1)],
  [
    'after the decision, its request was not sent',
    [
      ...create(earlierKey, 1),
      { fact: 'send_again', row: rowKey, at: createTime(2) },
      send(rowKey, 3),
      release(rowKey, 3),
    ],
  ],
  [
    'an outage had stopped its request',
    [send(rowKey, 1), release(rowKey, 1), ...create(earlierKey, 2)],
  ],
  [
    'the service has refused its request',
    [
      send(rowKey, 1),
      release(rowKey, 1),
      {
        fact: 'rejected',
        row: rowKey,
        reason: createRequestFailure('Incorrect Country'),
        at: createTime(1),
      },
      ...create(earlierKey, 2),
    ],
  ],
])('a person can confirm that a row is new: %s', async (_what, facts) => {
  const { journal, plan, readStatus, confirmNew } = await createSheet(facts);
  const planned = plan(rowKey);
  expect(findBlock(planned)).toMatchObject({ code: 'assessmentNeverShown', assessmentId: 'A-e' });
  const row = { planned, assessmentId: undefined };
  expect(listChoices(row, { operation: assess, journal })).toEqual(['newRow']);
  confirmNew(rowKey, 5);
  expect(readStatus(rowKey)).toBe('Not sent');
});

test.each([
  ['the same person', undefined],
  ['the same trip under another Employee ID', 'other person'],
])(
  'a decision that a row is new does not cover a later request for %s',
  async (_what, employee) => {
    const { journal, plan, readStatus, confirmNew } = await createSheet(create(earlierKey, 1));
    confirmNew(rowKey, 2);
    expect(readStatus(rowKey)).toBe('Not sent');
    // A person edits the row, the run sends it and crashes, and the person undoes the edit.
    for (const fact of create(otherKey, 3, employee)) journal.append(fact);
    expect(findBlock(plan(rowKey))).toMatchObject({
      code: 'assessmentNeverShown',
      assessmentId: 'A-y',
    });
    confirmNew(rowKey, 4);
    expect(readStatus(rowKey)).toBe('Not sent');
  },
);
