import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RowFact } from '../../../batch/engine/journal/facts.js';
import { openJournal } from '../../../batch/engine/journal/journalFile.js';
import { isAncestor, settle } from '../../../batch/engine/journal/settle.js';
import { assess } from '../../../batch/engine/operations/assess.js';
import { invite } from '../../../batch/engine/operations/invite.js';
import { folderOfTest } from '../folderOfTest.js';

const at = '2026-11-21T10:00:00.000Z';
const intent: RowFact = { fact: 'intent', row: 'r', attempt: 1, at };
const created = (by: 'answer' | 'sheet' | 'person'): RowFact => ({
  fact: 'created',
  row: 'r',
  assessmentId: 'A1',
  by,
  at,
});
const unconfirmed: RowFact = { fact: 'unconfirmed', row: 'r', reason: 'Lost', at };
const scored: RowFact = { fact: 'scored', row: 'r', scores: {}, at };

const said = (id: string | undefined) => ({
  row: 'r',
  at,
  ...(id === undefined ? {} : { exists: assess.tookEffect('r', id, at) }),
});

// What a row may be told, by what the journal knows of it when the answer is given.
const table: [string, RowFact[], may: boolean][] = [
  ['never sent', [], false],
  ['sent by a run that died', [intent], true],
  ['unconfirmed', [intent, unconfirmed], true],
  ['created by a run meanwhile', [intent, created('answer')], false],
  ['settled already', [intent, unconfirmed, { fact: 'send_again', row: 'r', at }], false],
  ['named by a person, no result yet', [intent, created('person')], true],
  ['named by the sheet, no result yet', [created('sheet')], true],
  ['named by a person, scored', [intent, created('person'), scored], false],
];

test.each(table)('a row that is %s', async (_name, facts, may) => {
  for (const answer of ['A2', undefined]) {
    const journal = await openJournal(join(folderOfTest(), 'j'), 's', Date.now);
    for (const fact of facts) journal.append(fact);
    const before = journal.state('r');
    const say = () => {
      settle(journal, said(answer));
    };
    if (may) {
      say();
      expect(journal.state('r')?.state).toBe(answer === undefined ? 'Ready' : 'Pending');
    } else {
      expect(say).toThrow('rowNotUnconfirmed');
      expect(journal.state('r')).toBe(before);
    }
    await journal.close();
  }
});

test('an id belongs to one row', async () => {
  const journal = await openJournal(join(folderOfTest(), 'j'), 's', Date.now);
  journal.append({ ...created('answer'), row: 'other' });
  journal.append(intent);
  expect(() => {
    settle(journal, said('A1'));
  }).toThrow('idOfOtherRow');
  await journal.close();
});

test.each([assess, invite])(
  'the id of another row is refused ($command)',
  async ({ tookEffect }) => {
    const journal = await openJournal(join(folderOfTest(), 'j'), 's', Date.now);
    for (const row of ['r', 's']) journal.append({ ...intent, row });
    const say = (row: string) => {
      settle(journal, { row, at, exists: tookEffect(row, 'A1', at) });
    };
    say('r');
    expect(() => {
      say('s');
    }).toThrow(/idOfOtherRow.*A1/);
    await journal.close();
  },
);

test('an assessment comes before those that follow it, though the journal has lost it', () => {
  const keys = new Map([
    ['A2', 'after:A1'],
    ['A3', 'after:A2'],
  ]);
  const isAncestorOfNext = (id: string) => isAncestor(id, 'after:A3', (each) => keys.get(each));
  expect(['A1', 'A2', 'A3', 'A4'].map(isAncestorOfNext)).toEqual([true, true, true, false]);
  expect(isAncestor('A1', 'r', () => undefined)).toBe(false);
});
