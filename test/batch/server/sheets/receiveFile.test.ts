import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { receiveFile } from '../../../../batch/server/sheets/files/receiveFile.js';
import { testFolder } from '../../testFolder.js';

/** Creates an upload that sends this part of a file, and then fails with the error, or ends without one. */
function createUpload(part: unknown, error?: Error) {
  const body = new ReadableStream({
    pull(controller) {
      if (error === undefined) controller.close();
      else controller.error(error);
    },
    start(controller) {
      controller.enqueue(part);
    },
  });
  return { body, headers: new Headers() } as Pick<Request, 'body' | 'headers'>;
}

test('an upload whose connection ends too early is refused as cut off, and nothing of it is kept', async () => {
  const folder = testFolder();
  const upload = createUpload(Buffer.from('Employee ID\n'), new TypeError('terminated'));
  await expect(receiveFile(upload, folder)).rejects.toMatchObject({ code: 'cut_off' });
  expect(readdirSync(folder)).toEqual([]);
});

test('a defect of the server during an upload is not reported as a lost connection', async () => {
  const folder = testFolder();
  const defect = {
    get byteLength() {
      throw new Error('a defect');
    },
  };
  await expect(receiveFile(createUpload(defect), folder)).rejects.toThrow('a defect');
  expect(readdirSync(folder)).toEqual([]);
});
