import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RowFact } from '../../../batch/engine/journal/facts.js';
import { openJournal } from '../../../batch/engine/journal/journalFile.js';
import { isAncestor, settle } from '../../../batch/engine/journal/settle.js';
import { assess } from '../../../batch/engine/operations/assess.js';
import { invite } from '../../../batch/engine/operations/invite.js';
import { testFolder } from '../testFolder.js';
import { connectionReset } from '../../serviceMessages.js';

const at = '2026-11-21T10:00:00.000Z';
const intent: RowFact = { fact: 'intent', row: 'r', attempt: 1, at };
const toCreated = (by: 'answer' | 'sheet' | 'person'): RowFact => ({
  fact: 'created',
  row: 'r',
  assessmentId: 'A1',
  by,
  at,
});
const unconfirmed: RowFact = { fact: 'unconfirmed', row: 'r', reason: connectionReset, at };
const scored: RowFact = { fact: 'scored', row: 'r', scores: {}, at };

const createResolution = (id: string | undefined) => ({
  row: 'r',
  at,
  ...(id === undefined ? {} : { exists: assess.toEffectFact('r', id, at) }),
});

const table: [string, RowFact[], isAllowed: boolean][] = [
  ['never sent', [], false],
  ['sent by a run that was killed', [intent], true],
  ['unconfirmed', [intent, unconfirmed], true],
  ['created by a run in the meantime', [intent, toCreated('answer')], false],
  ['resolved already', [intent, unconfirmed, { fact: 'send_again', row: 'r', at }], false],
  ['pending with an ID from a person', [intent, toCreated('person')], true],
  ['pending with an ID from the sheet', [toCreated('sheet')], true],
  ['scored with an ID from a person', [intent, toCreated('person'), scored], false],
];

test.each(table)('resolves rows only if facts allow it: %s', async (_name, facts, isAllowed) => {
  for (const id of ['A2', undefined]) {
    const journal = await openJournal(join(testFolder(), 'j'), 's', Date.now);
    for (const fact of facts) journal.append(fact);
    const before = journal.state('r');
    const resolve = () => {
      settle(journal, createResolution(id));
    };
    if (isAllowed) {
      resolve();
      expect(journal.state('r')?.state).toBe(id === undefined ? 'Ready' : 'Pending');
    } else {
      expect(resolve).toThrow('rowNotUnconfirmed');
      expect(journal.state('r')).toBe(before);
    }
    await journal.close();
  }
});

test.each([assess, invite])(
  'refuses the ID of another row ($command)',
  async ({ toEffectFact }) => {
    const journal = await openJournal(join(testFolder(), 'j'), 's', Date.now);
    for (const row of ['r', 's']) journal.append({ ...intent, row });
    const resolve = (row: string) => {
      settle(journal, { row, at, exists: toEffectFact(row, 'A1', at) });
    };
    resolve('r');
    expect(() => {
      resolve('s');
    }).toThrow(/idOfOtherRow.*A1/);
    await journal.close();
  },
);

test('recognises earlier assessments of a row, even if the journal lacks them', () => {
  const keys = new Map([
    ['A2', 'after:A1'],
    ['A3', 'after:A2'],
  ]);
  const isAncestorOfNext = (id: string) =>
    isAncestor(id, 'after:A3', (earlierId) => keys.get(earlierId));
  expect(['A1', 'A2', 'A3', 'A4'].map(isAncestorOfNext)).toEqual([true, true, true, false]);
  expect(isAncestor('A1', 'r', () => undefined)).toBe(false);
});
