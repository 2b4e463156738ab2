import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { receiveFile } from '../../../../batch/server/sheets/files/receiveFile.js';
import { testFolder } from '../../testFolder.js';

/** Creates an upload that sends this part of a file, and then fails with `error`, or ends if there is no error. */
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

test('an upload whose connection ends too early is refused as cut off, and no part of the file is kept', async () => {
  const folder = testFolder();
  const upload = createUpload(Buffer.from('Employee ID\n'), new TypeError('terminated'));
  await expect(receiveFile(upload, folder)).rejects.toMatchObject({ code: 'cut_off' });
  expect(readdirSync(folder)).toEqual([]);
});

test('a bug in the server during an upload is not reported as a lost connection', async () => {
  const folder = testFolder();
  const bug = {
    get byteLength() {
      throw new Error('a bug');
    },
  };
  await expect(receiveFile(createUpload(bug), folder)).rejects.toThrow('a bug');
  expect(readdirSync(folder)).toEqual([]);
});
