import { expect, test } from 'vitest';
import type { Fact } from '../../../batch/engine/journal/facts.js';
import { JournalError } from '../../../batch/engine/journal/journalStore.js';
import { assess } from '../../../batch/engine/operations/assess.js';
import { decide } from '../../../batch/engine/operations/decide.js';
import { listUnrecordedRows } from '../../../batch/engine/run/startWork.js';
import { createRequestFailure } from '../../serviceMessages.js';

const at = '2026-11-02T10:00:00.000Z';
const error = new JournalError({ code: 'journalChanged', journal: 'hires.journal.jsonl' });
const facts: Fact[] = [
  { fact: 'intent', row: 'k', attempt: 1, at },
  { fact: 'released', row: 'k', reason: 'refused', at },
  { fact: 'rejected', row: 'k', reason: createRequestFailure('Incorrect Country'), at },
];
const journal = { takeUnwritten: () => ({ error, facts }) };
const rows = [{ key: 'k', number: 4 }];

test('reports each row that the journal could not record, with its outcome', () => {
  const became = { what: 'refused', reason: createRequestFailure('Incorrect Country').message };
  expect(listUnrecordedRows(journal, rows, assess)).toEqual([
    error.reason,
    { code: 'rowNotRecorded', operation: 'assess', row: 4, became },
  ]);
});

test('does not report rows that the next run can send again', () => {
  expect(listUnrecordedRows(journal, rows, decide)).toEqual([error.reason]);
});

test('reports nothing if the journal recorded everything', () => {
  expect(listUnrecordedRows({ takeUnwritten: () => undefined }, rows, assess)).toEqual([]);
});
