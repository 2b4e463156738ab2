// Stands between a client and Postgres, in a thread of its own, and cuts a connection at a COMMIT: before the
// server has it, or before the client has its answer.
import { connect, createServer } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

const { port: serverPort, cuts } = workerData;
const cut = new Int32Array(cuts);
export const [passAll, beforeCommit, afterCommit] = [0, 1, 2];

const proxy = createServer((client) => {
  const server = connect(serverPort, '127.0.0.1');
  let isCommitted = false;
  const end = () => {
    client.destroy();
    server.destroy();
  };
  client.on('data', (sent) => {
    const isCommit = sent.includes('COMMIT\0');
    if (isCommit && Atomics.compareExchange(cut, 0, beforeCommit, passAll) === beforeCommit) {
      return end();
    }
    if (isCommit && Atomics.compareExchange(cut, 0, afterCommit, passAll) === afterCommit) {
      isCommitted = true;
    }
    server.write(sent);
  });
  server.on('data', (sent) => {
    if (isCommitted) end();
    else client.write(sent);
  });
  for (const one of [client, server]) one.on('error', end).on('close', end);
});
proxy.listen(0, '127.0.0.1', () => {
  parentPort?.postMessage(proxy.address().port);
});
