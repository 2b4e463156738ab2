import { expect, onTestFinished, test } from 'vitest';
import { EventStream } from '../../../../batch/server/http/eventStream.js';
import { Changes } from '../../../../batch/server/changes.js';
import type { Store } from '../../../../batch/server/db/store.js';
import { maxRowsPerEvent } from '../../../../batch/server/contract/fieldBounds.js';
import { testServer } from '../access/testServer.js';
import { addCsvSheet, writeRows } from '../storedRows.js';

function countQueries(store: Store): { readonly store: Store; readonly queryCount: () => number } {
  let queries = 0;
  const db = store.db.withPlugin({
    transformQuery: ({ node }) => {
      queries += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  return { store: { ...store, db }, queryCount: () => queries };
}

async function openStreams(count: number, topic = 'all') {
  const server = await testServer();
  for (const id of ['one', 'two', 'three']) {
    await addCsvSheet(server.store, id);
  }
  const { cookie } = await server.member('viewer');
  const { store, queryCount } = countQueries(server.store);
  const changes = new Changes();
  const request = new Request('http://127.0.0.1:4020/api/events', { headers: { Cookie: cookie } });
  const open = () => {
    const { body } = new EventStream(
      { store, access: server.access, changes },
      new Set([topic]),
      request,
    );
    const reader = body.getReader();
    onTestFinished(() => reader.cancel());
    return async () => {
      const { value } = await reader.read();
      return value === undefined ? undefined : new TextDecoder().decode(value);
    };
  };
  return { store, changes, queryCount, readers: Array.from({ length: count }, open) };
}

test.each([
  ['all sheets', undefined],
  ['one sheet', 'one'],
])('a change is read from the database once for all streams of %s', async (_, sheet) => {
  const countQueriesWith = async (count: number) => {
    const { changes, queryCount, readers } = await openStreams(count, sheet);
    const first = await Promise.all(readers.map((read) => read()));
    expect(new Set(first).size).toBe(1);
    const before = queryCount();
    changes.publish({ type: 'sheet', sheet: 'one' });
    const next = await Promise.all(readers.map((read) => read()));
    expect(next).toEqual(first);
    return [before, queryCount() - before];
  };
  const forOne = await countQueriesWith(1);
  expect(await countQueriesWith(30)).toEqual(forOne);
  expect(forOne[1]).toBe(sheet === undefined ? 1 : 3);
});

test('an event lists at most maxRowsPerEvent rows, even if more rows have changed', async () => {
  const { store, changes, readers } = await openStreams(1, 'one');
  const numbers = Array.from({ length: maxRowsPerEvent + 10 }, (_, index) => index + 2);
  await writeRows(
    store,
    'one',
    numbers.map((number) => ({
      number,
      key: `key-${number}`,
      employeeId: `E-${number}`,
      purpose: 'Remote hire',
      destination: 'Spain',
      status: 'Pending',
      message: '',
      hidden: false,
      inputs: {},
      instead: {},
    })),
  );
  const [read = () => Promise.resolve(undefined)] = readers;
  await read();
  changes.publish({ type: 'rows', sheet: 'one', rows: numbers });
  await read();
  const rows = (await read())?.match(/"row":\d+/g) ?? [];
  expect(rows).toHaveLength(maxRowsPerEvent);
});
