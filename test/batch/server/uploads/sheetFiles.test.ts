import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../../batch/server/db/open.js';
import type { Store } from '../../../../batch/server/db/store.js';
import { inTransaction } from '../../../../batch/server/db/transaction.js';
import { prepareFolder } from '../../../../batch/server/db/dataFolder.js';
import { deleteSheet } from '../../../../batch/server/sheets/deleteSheet.js';
import {
  createSheetFiles,
  type SheetFiles,
} from '../../../../batch/server/sheets/files/sheetFiles.js';
import { testDatabase, hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { testFolder } from '../../testFolder.js';
import { addCsvSheet } from '../storedRows.js';

interface TestFiles {
  readonly store: Store;
  /** The folder for the copies of open files. */
  readonly copies: string;
  readonly files: SheetFiles;
  readonly add: (file: string, content: string | Buffer) => Promise<void>;
}

async function testFiles(kind: 'sqlite' | 'postgres'): Promise<TestFiles> {
  const folder = testFolder();
  prepareFolder(folder);
  const store = await openStore(kind === 'postgres' ? await testDatabase() : folder, folder);
  onTestFinished(() => store.close());
  const files = createSheetFiles(store);
  return {
    store,
    copies: join(folder, 'open'),
    files,
    add: async (file, content) => {
      const received = join(files.incoming, '.upload-1');
      writeFileSync(received, content, { mode: 0o600 });
      await inTransaction(store, async (tx) => {
        await files.add(tx, file, received);
        // Adds the file again, like a repeated transaction.
        await files.add(tx, file, received);
        await addCsvSheet(tx, file, { file });
      });
    },
  };
}

const content = 'Employee ID,Destination\n00123,Portugal\n';

async function countRows(files: SheetFiles, file: string): Promise<number> {
  const opened = await files.open(file, 'hires.csv');
  try {
    let count = 0;
    for await (const rows of opened.rows('hires')) count += rows.length;
    return count;
  } finally {
    await opened.close();
  }
}

describe.each(['sqlite', ...(hasPostgres ? (['postgres'] as const) : [])] as const)(
  'the files of sheets on %s',
  (kind) => {
    it('are opened under the name of the upload until they are deleted', async () => {
      const { store, files, add } = await testFiles(kind);
      await add('a.csv', content);
      const opened = await files.open('a.csv', 'hires.csv');
      expect([opened.path, opened.sheets[0]?.name]).toEqual(['hires.csv', 'hires']);
      await opened.close();
      expect(await countRows(files, 'a.csv')).toBe(2);
      await files.delete(store, 'a.csv');
      await files.delete(store, 'a.csv');
      await expect(files.open('a.csv', 'hires.csv')).rejects.toThrow(/hires\.csv/);
    });

    it('are deleted with their sheet, and files of another sheet are kept although its ID has the same beginning', async () => {
      const { store, files, add } = await testFiles(kind);
      for (const file of ['a.csv', 'a.xlsx', 'ab.csv']) await add(file, content);
      await files.deleteAll(store, 'a');
      for (const file of ['a.csv', 'a.xlsx']) {
        await expect(files.open(file, 'hires.csv')).rejects.toThrow(/hires\.csv/);
      }
      expect(await countRows(files, 'ab.csv')).toBe(2);
    });

    it('are deleted at the next start if a process dies while it deletes their sheet', async () => {
      const { store, files, add } = await testFiles(kind);
      for (const file of ['a.csv', 'b.csv']) {
        await add(file, content);
        const id = parse(file).name;
        await store.db.updateTable('sheet').set({ id }).where('id', '=', file).execute();
      }
      await deleteSheet(store, 'a', '2026-11-01T00:00:00Z');
      await files.deleteUnfinished();
      await expect(files.open('a.csv', 'hires.csv')).rejects.toThrow();
      expect(await countRows(files, 'b.csv')).toBe(2);
    });

    it('are deleted at the next start if a process dies before their sheet is stored', async () => {
      const { files, add } = await testFiles(kind);
      await add('a.csv', content);
      const name = `${randomUUID()}.csv`;
      // On Postgres, the folder may be that of a server without a database.
      writeFileSync(join(files.incoming, name), content);
      await files.undoAdd('a.csv');
      await files.deleteUnfinished();
      expect(readdirSync(files.incoming).includes(name)).toBe(kind === 'postgres');
      expect(await countRows(files, 'a.csv')).toBe(2);
    });

    it('are not kept if their sheet was not stored', async () => {
      const { store, files } = await testFiles(kind);
      const received = join(files.incoming, '.upload-1');
      writeFileSync(received, content);
      const failed = inTransaction(store, async (tx) => {
        await files.add(tx, 'a.csv', received);
        throw new Error('no room');
      });
      await expect(failed).rejects.toThrow('no room');
      await files.undoAdd('a.csv');
      await expect(files.open('a.csv', 'hires.csv')).rejects.toThrow();
      await files.deleteUnfinished();
      expect(readdirSync(files.incoming)).toEqual([]);
    });
  },
);

describe.runIf(hasPostgres)('a file in the database', () => {
  it('is opened as a private copy, which is deleted when the file is closed', async () => {
    const { files, add, copies } = await testFiles('postgres');
    const bytes = Buffer.from(`${content}${randomBytes(3 * 2 ** 19).toString('hex')}`);
    await add('a.csv', bytes);
    const opened = await files.open('a.csv', 'hires.csv');
    const [copy = ''] = readdirSync(copies);
    expect(readFileSync(join(copies, copy)).equals(bytes)).toBe(true);
    expect(statSync(join(copies, copy)).mode & 0o777).toBe(0o600);
    await opened.close();
    expect(readdirSync(copies)).toEqual([]);
  });

  it('leaves no copy if it cannot be opened', async () => {
    const { files, add, copies } = await testFiles('postgres');
    await add('a.xlsx', 'PK no workbook');
    await expect(files.open('a.xlsx', 'hires.xlsx')).rejects.toHaveProperty(
      'problem.file',
      'hires.xlsx',
    );
    expect(readdirSync(copies)).toEqual([]);
  });

  it('is not read if one of its parts was deleted', async () => {
    const { store, files, add, copies } = await testFiles('postgres');
    await add('a.csv', Buffer.alloc(2 ** 21 + 5, 'x,y\n'));
    await store.db.deleteFrom('file_part').where('number', '=', 3).execute();
    await expect(files.open('a.csv', 'hires.csv')).rejects.toHaveProperty('messages', [
      { code: 'fileDeleted', file: 'hires.csv' },
    ]);
    expect(readdirSync(copies)).toEqual([]);
  });

  it('is deleted at the next start if its sheet has no file any more', async () => {
    const { store, files, add } = await testFiles('postgres');
    await add('a.csv', content);
    await add('b.csv', content);
    await store.db.updateTable('sheet').set({ file: null }).where('id', '=', 'a.csv').execute();
    await files.deleteUnfinished();
    const storedFiles = await store.db.selectFrom('file_part').select('file').distinct().execute();
    expect(storedFiles).toEqual([{ file: 'b.csv' }]);
  });

  it('is stored before the transaction of its sheet, and is stored again only if parts of it are missing', async () => {
    const { store, files } = await testFiles('postgres');
    const rows = 'E-1,Portugal\n'.repeat(2 ** 19);
    const request = () => new Request('http://x', { method: 'PUT', body: `${content}${rows}` });
    const listParts = async () =>
      (await store.db.selectFrom('file_part').select('file').execute()).map(({ file }) => file);

    const received = await files.receive(request());
    const staged = await listParts();
    expect(staged).toHaveLength(7);
    await inTransaction(store, (tx) => files.add(tx, 'a.csv', received.path));
    expect(await listParts()).toEqual(Array<string>(7).fill('a.csv'));
    await received.discard();
    expect(await countRows(files, 'a.csv')).toBe(2 + 2 ** 19);

    const unused = await files.receive(request());
    await unused.discard();
    expect(await listParts()).toHaveLength(7);

    // Deletes parts of the file, like another server that starts during the upload.
    const incomplete = await files.receive(request());
    await store.db.deleteFrom('file_part').where('number', '<', 5).execute();
    await inTransaction(store, (tx) => files.add(tx, 'b.csv', incomplete.path));
    expect(await countRows(files, 'b.csv')).toBe(2 + 2 ** 19);
  });
});
