import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ZipStream } from '../../../batch/exceljs/zipStream.js';
import { nodeCompression } from '../../../sheets/files/nodeCompression.js';
import { decodeUtf8 } from '../../../sheets/xlsx/bytes.js';
import { memorySource } from '../../../sheets/xlsx/memory.js';
import { ZipArchive } from '../../../sheets/xlsx/zip/archive.js';

/** Lets `fill` add parts to an archive, and reads the texts of the parts from its file, by name. */
async function zipAndRead(fill: (zip: ZipStream) => void): Promise<Map<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'rwa-zip-'));
  try {
    const file = createWriteStream(join(folder, 'a.zip'));
    const zip = new ZipStream();
    zip.pipe(file);
    fill(zip);
    await finished(file);
    const archive = await ZipArchive.open({
      source: memorySource(await readFile(join(folder, 'a.zip'))),
      compression: nodeCompression,
      fileName: 'a.zip',
    });
    const parts = new Map<string, string>();
    for (const entry of archive.entries) {
      parts.set(entry.name, decodeUtf8(await archive.readWhole(entry)));
    }
    return parts;
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('an archive contains texts, bytes and streams in the order in which they were added', async () => {
  const text = 'Zürich, 東京 '.repeat(50_000);
  const parts = await zipAndRead((zip) => {
    const stream = new PassThrough();
    zip.append('first', { name: '/xl/workbook.xml' });
    zip.append(stream, { name: 'xl/sheet1.xml' });
    zip.append(Buffer.from('last'), { name: 'xl/empty/../styles.xml' });
    zip.append('', { name: 'empty' });
    zip.finalize();
    stream.write(text);
    stream.end('the end');
  });
  expect([...parts]).toEqual([
    ['xl/workbook.xml', 'first'],
    ['xl/sheet1.xml', `${text}the end`],
    ['xl/empty/../styles.xml', 'last'],
    ['empty', ''],
  ]);
});

test('a part that is added in a later turn of the event loop is written too', async () => {
  const parts = await zipAndRead((zip) => {
    zip.append('a', { name: 'a' });
    void setImmediate().then(async () => {
      zip.append('b', { name: 'b' });
      await setImmediate();
      zip.finalize();
    });
  });
  expect([...parts.keys()]).toEqual(['a', 'b']);
});

test('if the disk is full, an archive destroys its destination and does not emit finish', async () => {
  const diskFull = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  let writesLeft = 3;
  const disk = new Writable({
    // With autoDestroy, the stream would destroy itself after an error.
    autoDestroy: false,
    write: (_chunk, _encoding, done) => {
      done(writesLeft-- > 0 ? undefined : diskFull);
    },
  });
  const finishing = finished(disk);
  const zip = new ZipStream();
  let hasFinished = false;
  zip.on('finish', () => (hasFinished = true));
  zip.pipe(disk);
  zip.append('a', { name: 'a' });
  zip.append('b', { name: 'b' });
  zip.finalize();
  await expect(finishing).rejects.toBe(diskFull);
  await setImmediate();
  expect(disk.destroyed).toBe(true);
  expect(hasFinished).toBe(false);
});

test('a source that is faster than the disk is paused', async () => {
  const diskFree = Promise.withResolvers<undefined>();
  const disk = new Writable({
    highWaterMark: 1,
    write: (_chunk, _encoding, done) => {
      void diskFree.promise.then(done);
    },
  });
  const source = new PassThrough({ highWaterMark: 1 });
  const zip = new ZipStream();
  zip.pipe(disk);
  zip.append(source, { name: 'a' });
  let acceptedChunks = 0;
  for (let chunk = 0; chunk < 2_000; chunk++)
    source.write(randomBytes(10_000), () => acceptedChunks++);
  // Without a pause, the archive would read all chunks in these turns of the event loop.
  for (let turn = 0; turn < 500; turn++) await setImmediate();
  expect(acceptedChunks).toBeLessThan(2_000);
  source.end();
  zip.finalize();
  diskFree.resolve(undefined);
  await finished(disk);
  expect(acceptedChunks).toBe(2_000);
});
