import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { journalVersion, type Reason, type RowFact } from '../../../batch/engine/journal/facts.js';
import { readJournalLog } from '../../../batch/engine/journal/journalLog.js';
import { connectionReset } from '../../serviceMessages.js';
import { testFolder } from '../testFolder.js';

const at = '2026-11-21T10:00:00.000Z';

/** Returns the counts above zero in a journal with these facts, from a run of `command` if given. */
async function countFacts(facts: readonly RowFact[], command?: string) {
  const path = join(testFolder(), 'journal');
  const begin = { fact: 'journal', version: journalVersion, service: 's', salt: 'salt', at };
  const run = command === undefined ? [] : [{ fact: 'run', command, host: 'h', at }];
  const lines = [begin, ...run, ...facts].map((fact) => `${JSON.stringify(fact)}\n`);
  writeFileSync(path, lines.join(''));
  const runs = await readJournalLog(path, false);
  expect(runs).toHaveLength(1);
  return Object.fromEntries(Object.entries(runs[0]?.counts ?? {}).filter(([, rows]) => rows > 0));
}

const intent: RowFact = { fact: 'intent', row: 'k', attempt: 1, at };
const createUnconfirmed = (reason: Reason): RowFact => ({
  fact: 'unconfirmed',
  row: 'k',
  reason,
  at,
});

test('an assessment that was taken from the sheet and detached does not count as sent', async () => {
  const imported: RowFact = { fact: 'created', row: 'k', assessmentId: 'A1', by: 'sheet', at };
  const detached = createUnconfirmed({ code: 'detached', assessmentId: 'A1' });
  expect(await countFacts([imported, detached])).toEqual({ fromSheet: 1, detached: 1 });
  expect(await countFacts([imported, detached], 'resolve')).toEqual({ fromSheet: 1, detached: 1 });
});

test('an unanswered request that rwa resolve found in the sheet does not count as detached', async () => {
  const found = createUnconfirmed({ code: 'onlyInSheet' });
  expect(await countFacts([found], 'resolve')).toEqual({ unconfirmed: 1 });
});

test('an answer with the ID of another row counts as sent only after an intent', async () => {
  const mixedUp = createUnconfirmed({ code: 'idOfOtherAnswer', id: 'A1' });
  const elsewhere = createUnconfirmed({ code: 'sentElsewhere', isDone: true });
  expect(await countFacts([intent, mixedUp], 'assess')).toEqual({ sent: 1, unconfirmed: 1 });
  expect(await countFacts([elsewhere, mixedUp], 'assess')).toEqual({ unconfirmed: 1 });
});

test('a failed request without an intent counts as sent', async () => {
  const failed = createUnconfirmed(connectionReset);
  expect(await countFacts([failed], 'decide')).toEqual({ sent: 1, unconfirmed: 1 });
});
