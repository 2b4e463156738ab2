import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { endSlowBody } from '../../../../batch/server/http/slowBody.js';

/** Sends `chunkBytes` bytes every 20 ms for at most 2 s. Returns the status of the answer, or the error's code. */
async function upload(chunkBytes: number): Promise<string> {
  const server = createServer((incoming, answer) => {
    endSlowBody(incoming, { bytes: 10_000, windowMs: 300 });
    incoming.resume().once('end', () => answer.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve) => {
    const outgoing = request({ port, host: '127.0.0.1', method: 'PUT' }, (answer) => {
      answer.resume();
      resolve(`HTTP ${answer.statusCode}`);
    });
    let times = 0;
    const timer = setInterval(() => {
      times += 1;
      if (times < 100) outgoing.write(Buffer.alloc(chunkBytes));
      else outgoing.end();
    }, 20);
    outgoing.once('close', () => {
      clearInterval(timer);
    });
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code ?? '');
    });
  });
}

test('a very slow upload is cut off, and a faster one is not', async () => {
  const [slow, fast] = await Promise.all([upload(1), upload(50_000)]);
  expect(slow).toMatch(/ECONNRESET|EPIPE/);
  expect(fast).toBe('HTTP 200');
});
